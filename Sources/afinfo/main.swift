print("afinfo")
