"""The release of the program that runs."""

from importlib.metadata import PackageNotFoundError, version


def release() -> str:
    try:
        return version("omerta")
    except PackageNotFoundError:
        return "unknown"
