class SensiblePlayer: pass
