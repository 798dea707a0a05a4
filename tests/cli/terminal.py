"""Opens a program in a terminal of 80x24 and prints what it drew.

usage: terminal.py PROGRAM [ARGUMENT...] -- [TEXT KEYS]...

Once TEXT is drawn, it sends KEYS, and so on. The last keys must end the program.
"""

import fcntl
import os
import pty
import select
import struct
import sys
import termios

split = sys.argv.index("--")
command, steps = sys.argv[1:split], [text.encode() for text in sys.argv[split + 1 :]]
process, terminal = pty.fork()
if process == 0:
    os.execv(command[0], command)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
drawn, fresh = b"", b""
while True:
    try:
        ready = select.select([terminal], [], [], 20)[0]
        chunk = os.read(terminal, 65536) if ready else b""
    except OSError:  # the program has ended
        break
    if not chunk:
        break
    drawn += chunk
    fresh += chunk
    if steps and steps[0] in fresh:
        os.write(terminal, steps[1])
        steps, fresh = steps[2:], b""
sys.stdout.buffer.write(drawn)
