class SensiblePlayer:
    pass
