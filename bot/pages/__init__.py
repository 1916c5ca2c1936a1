"""What people see: each page turns a view into a text and a keyboard. Pages decide nothing."""
