print("afconvert")
