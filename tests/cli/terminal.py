"""Opens PROGRAM in a terminal of 80x24 with $TERM, presses q, and prints what it drew."""

import fcntl
import os
import pty
import select
import struct
import sys
import termios

process, terminal = pty.fork()
if process == 0:
    os.execv(sys.argv[1], sys.argv[1:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
drawn = b""
while True:
    try:
        ready = select.select([terminal], [], [], 20)[0]
        chunk = os.read(terminal, 65536) if ready else b""
    except OSError:  # the program has ended
        break
    if not chunk:
        break
    drawn += chunk
    if b"quit" in chunk:
        os.write(terminal, b"q")
os.waitpid(process, 0)
sys.stdout.buffer.write(drawn)
