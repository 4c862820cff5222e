import Accelerate
print(vDSP.add(1, [1, 2, 3] as [Float]))
