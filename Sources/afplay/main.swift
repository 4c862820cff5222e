print("afplay")
