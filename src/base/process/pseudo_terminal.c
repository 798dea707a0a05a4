/* Opens a terminal of the caller's own. */
#include "base/process/pseudo_terminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* The size of the caller's terminal, if there is one. */
static void set_up(int ours, int theirs)
{
    struct winsize size;
    struct termios settings;
    for (int fd = 0; fd < 3; fd++)
        if (ioctl(fd, TIOCGWINSZ, &size) == 0) {
            ioctl(ours, TIOCSWINSZ, &size);
            break;
        }
    if (tcgetattr(theirs, &settings) == 0) {
        cfmakeraw(&settings);
        tcsetattr(theirs, TCSANOW, &settings);
    }
}

bool pseudo_terminal_open(int *out_ours, int *out_theirs)
{
    char name[64];
    int ours = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), theirs = -1;
    if (ours >= 0 && grantpt(ours) == 0 && unlockpt(ours) == 0 && ptsname_r(ours, name, sizeof name) == 0)
        theirs = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (theirs < 0) {
        if (ours >= 0)
            close(ours);
        return false;
    }
    set_up(ours, theirs);
    *out_ours = ours;
    *out_theirs = theirs;
    return true;
}
