"""Keeps the host's log out of the figures."""


def quiet_logs() -> None:
    # Imported here: the bare echo bot, beside which the host is measured, has no such library.
    import logging

    import structlog

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
