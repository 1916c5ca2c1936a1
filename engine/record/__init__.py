"""Game records: a game as plain text with one action per line, which anybody can replay."""

from engine.errors import BadRecord
from engine.record.deal_check import verify_deal
from engine.record.reading import Action, Expectation, Record, read_record
from engine.record.replaying import Failure, Replay, replay_record
from engine.record.writing import write_record, write_shared_record

__all__ = [
    "Action",
    "BadRecord",
    "Expectation",
    "Failure",
    "Record",
    "Replay",
    "read_record",
    "replay_record",
    "verify_deal",
    "write_record",
    "write_shared_record",
]
