/* The terminal by ncurses. */
#include "tui/terminal/terminal.h"

#define NCURSES_NOMACROS
#include <ncurses.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "base/text.h"
#include "tui/keys/key.h"
#include "tui/terminal/mouse.h"
#include "tui/terminal/signals.h"
#include "tui/terminal/terminfo.h"

#define MOUSE_ON "\033[?1000h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1000l"

enum { ESCAPE_DELAY_MS = 25, PASTE_BEGIN = KEY_MAX + 1, PASTE_END, MOUSE_BEGIN_NUMBERS, MOUSE_BEGIN_CHARACTERS };

struct terminal {
    SCREEN *screen;
    struct theme theme;
    bool pastes_marked; /* bracketed paste is on */
    bool in_paste;
    bool has_colour, has_default_colours;
    bool has_mouse;
    struct mouse_report report;
    struct termios before; /* the settings before the start */
};

/* Terminals that understand bracketed paste say so in terminfo, or are known by name. */
static bool knows_bracketed_paste(void)
{
    static const char *const families[] = {"xterm", "tmux", "screen", "rxvt", "alacritty",
                                           "kitty", "foot", "st-",    "vte"};
    const char *name = getenv("TERM");
    for (size_t i = 0; name && i < sizeof families / sizeof families[0]; i++)
        if (strncmp(name, families[i], strlen(families[i])) == 0)
            return true;
    return false;
}

static void write_out(const char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        ssize_t written = write(STDOUT_FILENO, text, left);
        if (written <= 0)
            return;
        text += written;
        left -= (size_t)written;
    }
}

/* Without a second screen the picture remains, and the next prompt comes on its last line. */
static void clear_last_line(void)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (terminfo_has("rmcup"))
        return;
    buffer_append_char(&text, '\r');
    terminfo_append(&text, "el");
    write_out(buffer_text(&text));
}

static void set_paste(struct terminal *terminal, bool on)
{
    if (terminal->pastes_marked)
        write_out(on ? "\033[?2004h" : "\033[?2004l");
}

static void arm_guard(struct terminal *terminal)
{
    static const char *const capabilities[] = {"sgr0", "op", "cnorm", "rmkx", "rmcup"};
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (terminal->pastes_marked)
        buffer_append_text(&text, "\033[?2004l");
    if (terminal->has_mouse)
        buffer_append_text(&text, MOUSE_OFF);
    for (size_t i = 0; i < sizeof capabilities / sizeof capabilities[0]; i++)
        terminfo_append(&text, capabilities[i]);
    buffer_append_text(&text, "\r\n");
    guard_arm(STDOUT_FILENO, &terminal->before, buffer_text(&text), text.size_bytes);
}

static void choose_colours(struct terminal *terminal, const char *theme)
{
    terminal->theme.light = *theme ? strcmp(theme, "light") == 0 : theme_is_light(getenv("COLORFGBG"));
    if (!terminal->has_colour)
        return;
    bool has_default = terminal->has_default_colours;
    for (int style = 0; style < STYLE_COUNT; style++) {
        struct look look = theme_look(&terminal->theme, (enum style)style);
        int foreground = look.colour >= 0 ? look.colour : has_default ? -1 : COLOR_WHITE;
        init_pair((short)(style + 1), (short)foreground, has_default ? -1 : COLOR_BLACK);
    }
}

static void set_up_colours(struct terminal *terminal, bool no_colour)
{
    if (no_colour || !has_colors() || start_color() != OK)
        return;
    terminal->has_default_colours = use_default_colors() == OK;
    terminal->has_colour = true;
    terminal->theme.colours = COLORS;
}

static void set_mouse(struct terminal *terminal, bool on)
{
    if (terminal->has_mouse)
        write_out(on ? MOUSE_ON : MOUSE_OFF);
}

/* Asks for presses, releases and the wheel, as numbers where the terminal can. */
static void take_mouse(struct terminal *terminal, bool wanted)
{
    set_mouse(terminal, false);
    terminal->has_mouse = wanted && terminfo_has("kmous");
    set_mouse(terminal, true);
    arm_guard(terminal);
}

void terminal_use(struct terminal *terminal, const struct terminal_looks *looks)
{
    choose_colours(terminal, looks->theme);
    if (looks->has_mouse != terminal->has_mouse)
        take_mouse(terminal, looks->has_mouse);
}

/*
 * Home and End as other terminals send them. Inside tmux they come like this while TERM names
 * xterm. A sequence that no entry explains would arrive as Esc and three more keys.
 */
static void define_other_keys(void)
{
    static const char *const homes[] = {"\033[1~", "\033[7~", "\033[H", "\033OH"};
    static const char *const ends[] = {"\033[4~", "\033[8~", "\033[F", "\033OF"};
    for (size_t i = 0; i < sizeof homes / sizeof homes[0]; i++) {
        define_key(homes[i], KEY_HOME);
        define_key(ends[i], KEY_END);
    }
}

bool terminal_open(const struct tui_options *options, const struct terminal_looks *looks,
                   struct terminal **out_terminal, struct error *error)
{
    if (!terminfo_check(error))
        return false;
    struct terminal *terminal = calloc(1, sizeof *terminal);
    if (!terminal)
        return error_set(error, ERROR_MEMORY, "out of memory");
    tcgetattr(STDIN_FILENO, &terminal->before);
    terminal->screen = newterm(NULL, stdout, stdin);
    if (!terminal->screen) {
        free(terminal);
        return error_set(error, ERROR_UNSUPPORTED, "the terminal '%s' cannot be used", getenv("TERM"));
    }
    set_term(terminal->screen);
    set_escdelay(ESCAPE_DELAY_MS);
    terminal->pastes_marked = knows_bracketed_paste();
    arm_guard(terminal);
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    leaveok(stdscr, FALSE);
    curs_set(0);
    set_up_colours(terminal, options->no_color);
    terminal_use(terminal, looks);
    define_other_keys();
    define_key("\033[200~", PASTE_BEGIN);
    define_key("\033[201~", PASTE_END);
    define_key("\033[<", MOUSE_BEGIN_NUMBERS);
    define_key("\033[M", MOUSE_BEGIN_CHARACTERS);
    set_paste(terminal, true);
    *out_terminal = terminal;
    return true;
}

void terminal_close(struct terminal *terminal)
{
    if (!terminal)
        return;
    set_paste(terminal, false);
    set_mouse(terminal, false);
    curs_set(1);
    endwin();
    clear_last_line();
    delscreen(terminal->screen);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal->before);
    guard_disarm();
    free(terminal);
}

void terminal_lend(struct terminal *terminal)
{
    set_paste(terminal, false);
    set_mouse(terminal, false);
    curs_set(1);
    endwin();
    clear_last_line();
    tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal->before);
    guard_disarm();
}

void terminal_take_back(struct terminal *terminal)
{
    arm_guard(terminal);
    reset_prog_mode();
    clearok(curscr, TRUE);
    refresh();
    curs_set(0);
    set_paste(terminal, true);
    set_mouse(terminal, true);
    terminal->report = (struct mouse_report){0};
    flushinp();
}

void terminal_measure(struct terminal *terminal, int *out_width, int *out_height)
{
    struct winsize size = {0};
    (void)terminal;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0 &&
        (size.ws_col != COLS || size.ws_row != LINES))
        resizeterm(size.ws_row, size.ws_col);
    *out_width = COLS - terminfo_wraps_at_margin(); /* leaves the last column unused there */
    *out_height = LINES;
}

static const struct {
    int code;
    int32_t key;
} codes[] = {
#define KEY(id, name, code) {code, KEY_CODE_##id},
#include "tui/keys/key.def"
};

static int32_t key_of_code(int code)
{
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (codes[i].code && codes[i].code == code)
            return codes[i].key;
    return 0;
}

static int32_t key_of_character(wint_t character)
{
    switch (character) {
    case '\r':
    case '\n':
        return KEY_CODE_ENTER;
    case '\t':
        return KEY_CODE_TAB;
    case 0x1B:
        return KEY_CODE_ESCAPE;
    case '\b':
    case 0x7F:
        return KEY_CODE_BACKSPACE;
    default:
        return (int32_t)character;
    }
}

/* Takes a code that only changes what the next characters are. False: another code. */
static bool take_mode(struct terminal *terminal, wint_t code)
{
    if (code == PASTE_BEGIN || code == PASTE_END)
        terminal->in_paste = code == PASTE_BEGIN;
    else if (code == MOUSE_BEGIN_NUMBERS || code == MOUSE_BEGIN_CHARACTERS)
        mouse_begin(&terminal->report, code == MOUSE_BEGIN_NUMBERS ? MOUSE_NUMBERS : MOUSE_CHARACTERS);
    else
        return false;
    return true;
}

static bool is_dropped(const struct terminal *terminal, bool is_code, wint_t character, bool is_typing)
{
    bool is_letter = !is_code && character >= ' ' && character != 0x7F;
    return terminal->in_paste && !(is_typing && is_letter);
}

int32_t terminal_key(struct terminal *terminal, bool is_typing)
{
    for (;;) {
        wint_t character = 0;
        int kind = get_wch(&character);
        if (kind == ERR)
            return 0;
        bool is_code = kind == KEY_CODE_YES;
        bool is_report = terminal->report.form != MOUSE_NONE;
        if ((is_code && take_mode(terminal, character)) || is_dropped(terminal, is_code, character, is_typing))
            continue;
        int32_t key = is_report && !is_code ? mouse_take(&terminal->report, (int32_t)character)
                      : is_code             ? key_of_code((int)character)
                                            : key_of_character(character);
        if (key)
            return key;
    }
}

static attr_t attributes_of(const struct terminal *terminal, const struct cell *cell)
{
    struct look look = theme_look(&terminal->theme, (enum style)cell->style);
    if (cell->selected)
        look.attributes &= ~(unsigned)CELL_DIM;
    attr_t attributes = A_NORMAL;
    attributes |= look.attributes & CELL_BOLD ? A_BOLD : 0;
    attributes |= look.attributes & CELL_UNDERLINE ? A_UNDERLINE : 0;
    attributes |= look.attributes & CELL_DIM ? A_DIM : 0;
    attributes |= look.attributes & CELL_REVERSE || cell->selected ? A_REVERSE : 0;
    return attributes;
}

/*
 * At most CCHARW_MAX code points. Text that the terminal would draw in another width becomes
 * question marks.
 */
static void wide_text(const struct cell *cell, wchar_t *out_text)
{
    size_t left = strlen(cell->text);
    const char *at = cell->text;
    int count = 0;
    while (left > 0 && count < CCHARW_MAX) {
        int32_t codepoint;
        size_t step = text_step(at, left, &codepoint);
        out_text[count++] = (wchar_t)codepoint;
        at += step;
        left -= step;
    }
    out_text[count] = L'\0';
    if (count == 0 || wcwidth(out_text[0]) != cell->width)
        wcscpy(out_text, L"?");
}

static void write_cells(void *context, int x, int y, const struct cell *cells, int count)
{
    struct terminal *terminal = context;
    for (int i = 0; i < count; i++) {
        if (cells[i].width == 0)
            continue;
        wchar_t text[CCHARW_MAX + 1];
        cchar_t wide;
        wide_text(&cells[i], text);
        /* A selected row is one bar, without the colours of its content. */
        enum style style = cells[i].selected ? STYLE_NORMAL : (enum style)cells[i].style;
        short pair = terminal->has_colour ? (short)(style + 1) : 0;
        setcchar(&wide, text, attributes_of(terminal, &cells[i]), pair, NULL);
        mvadd_wch(y, x + i, &wide);
        if (cells[i].width == 2 && text[0] == L'?')
            mvadd_wch(y, x + i + 1, &wide);
    }
}

static void set_cursor(void *context, int x, int y, bool visible)
{
    (void)context;
    move(y, x);
    curs_set(visible ? 1 : 0);
}

static void flush(void *context, bool whole)
{
    (void)context;
    if (whole)
        clearok(stdscr, TRUE);
    refresh();
}

const struct canvas_backend terminal_backend = {.write = write_cells, .cursor = set_cursor, .flush = flush};
