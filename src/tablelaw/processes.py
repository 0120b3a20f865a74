"""Whether another process of this machine is running, asked without disturbing it."""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Any

SYNCHRONIZE, STILL_RUNNING, ACCESS_DENIED = 0x10_0000, 0x102, 5
"""The right to wait for a process, the answer that it has not ended in the meantime, and an error, as Windows numbers
them.
"""
NUMBERS = range(2**32)


def is_running(process: int) -> bool:
    """Whether a process with this number is running, whoever it belongs to."""
    if process not in NUMBERS:
        return False
    # On Windows, `os.kill` ends a process or sends Ctrl-C, even with the signal 0.
    return _can_be_waited_for(process) if sys.platform == "win32" else _can_be_signalled(process)


def _can_be_signalled(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _can_be_waited_for(process: int) -> bool:
    windows: Any = ctypes  # has these functions on Windows only
    kernel = windows.WinDLL("kernel32", use_last_error=True)
    kernel.OpenProcess.restype = ctypes.c_void_p
    found = kernel.OpenProcess(SYNCHRONIZE, False, ctypes.c_uint32(process))
    if not found:
        return bool(windows.get_last_error() == ACCESS_DENIED)
    handle = ctypes.c_void_p(found)
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == STILL_RUNNING)
    finally:
        kernel.CloseHandle(handle)
