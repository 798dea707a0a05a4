/* The prompt: confirmation, text, palette. */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "tui/shell/palette.h"
#include "tui/shell/shell.h"

enum { CONTROL_C = 3 };

void prompt_done(struct prompt *prompt)
{
    buffer_done(&prompt->question);
    typed_done(&prompt->typed);
}

static void begin(struct shell *shell, enum prompt_kind kind, const char *question,
                  void (*answer)(struct shell *shell, const char *text, bool done))
{
    struct prompt *prompt = &shell->prompt;
    prompt->kind = kind;
    prompt->answer = answer;
    prompt->as_typed = false;
    prompt->chosen = 0;
    buffer_clear(&prompt->question);
    typed_clear(&prompt->typed);
    buffer_append_text(&prompt->question, question);
}

void prompt_confirm(struct shell *shell, const char *question,
                    void (*answer)(struct shell *shell, const char *text, bool done))
{
    begin(shell, PROMPT_CONFIRM, question, answer);
}

void prompt_text(struct shell *shell, const char *question, bool as_typed,
                 void (*answer)(struct shell *shell, const char *text, bool done))
{
    begin(shell, PROMPT_TEXT, question, answer);
    shell->prompt.as_typed = as_typed;
}

void prompt_again(struct shell *shell)
{
    if (shell->prompt.kind == PROMPT_NONE && !shell->is_plain) /* a reader of lines types it anew */
        shell->prompt.kind = PROMPT_TEXT;
}

void prompt_palette(struct shell *shell)
{
    begin(shell, PROMPT_PALETTE, ":", NULL);
}

static const char *confirm_keys(void)
{
    return _("y yes  n no");
}

static void key_confirm(struct shell *shell, int32_t key)
{
    struct prompt *prompt = &shell->prompt;
    prompt->kind = PROMPT_NONE;
    int32_t small = key >= 'A' && key <= 'Z' ? key - 'A' + 'a' : key;
    if (small == 'y' || small == confirm_keys()[0]) /* y in any language */
        prompt->answer(shell, "", true);
    else
        shell_say(shell, STYLE_DIM, "%s", _("Nothing was done"));
}

static void key_text(struct shell *shell, int32_t key)
{
    struct prompt *prompt = &shell->prompt;
    if (key == KEY_CODE_ESCAPE || key == CONTROL_C) {
        prompt->kind = PROMPT_NONE;
        if (prompt->as_typed) /* undoes the preview that was shown while typing */
            prompt->answer(shell, "", false);
        return;
    }
    if (prompt->as_typed && (key == KEY_CODE_UP || key == KEY_CODE_DOWN)) {
        shell_act(shell, key == KEY_CODE_UP ? ACTION_UP : ACTION_DOWN);
        return;
    }
    size_t before = prompt->typed.text.size_bytes;
    bool changed = typed_key(&prompt->typed, key) && prompt->typed.text.size_bytes != before;
    bool done = key == KEY_CODE_ENTER;
    if (done)
        prompt->kind = PROMPT_NONE;
    if (!done && !(changed && prompt->as_typed))
        return;
    char text[TYPED_BYTES_MAX + 8];
    snprintf(text, sizeof text, "%s", buffer_text(&prompt->typed.text));
    prompt->answer(shell, text, done);
}

static void say_unknown(struct shell *shell, const char *typed)
{
    const char *nearest = palette_nearest(shell, typed);
    if (nearest)
        shell_say(shell, STYLE_DIM, _("there is no command '%s' here; did you mean '%s'?"), typed, nearest);
    else
        shell_say(shell, STYLE_DIM, _("there is no command '%s' here"), typed);
}

static void key_palette(struct shell *shell, int32_t key)
{
    struct prompt *prompt = &shell->prompt;
    struct palette_item items[PALETTE_ITEMS_MAX];
    size_t count = palette_matches(shell, buffer_text(&prompt->typed.text), items, PALETTE_ITEMS_MAX);
    if ((size_t)prompt->chosen >= count) /* a click on an item that was drawn before the last key */
        prompt->chosen = 0;
    if (key == KEY_CODE_ESCAPE || key == CONTROL_C ||
        (key == KEY_CODE_BACKSPACE && prompt->typed.text.size_bytes == 0)) {
        prompt->kind = PROMPT_NONE;
    } else if (key == KEY_CODE_ENTER) {
        prompt->kind = PROMPT_NONE;
        if (count > 0)
            palette_run(shell, &items[prompt->chosen]);
        else
            say_unknown(shell, buffer_text(&prompt->typed.text));
    } else if (key == KEY_CODE_TAB && count > 0) {
        typed_clear(&prompt->typed);
        buffer_append_text(&prompt->typed.text, palette_name(&items[prompt->chosen]));
        prompt->chosen = 0;
    } else if (key == KEY_CODE_DOWN && count > 0) {
        prompt->chosen = (prompt->chosen + 1) % (int)count;
    } else if (key == KEY_CODE_UP && count > 0) {
        prompt->chosen = (prompt->chosen + (int)count - 1) % (int)count;
    } else if (typed_key(&prompt->typed, key)) {
        prompt->chosen = 0;
    }
}

void prompt_key(struct shell *shell, int32_t key)
{
    if (shell->prompt.kind == PROMPT_CONFIRM)
        key_confirm(shell, key);
    else if (shell->prompt.kind == PROMPT_TEXT)
        key_text(shell, key);
    else
        key_palette(shell, key);
}

/* The column of the keys: after the question if it fits on the line, else at its beginning. */
static int confirm_column(const struct shell *shell, struct rect line)
{
    int question = text_width(buffer_text(&shell->prompt.question)) + 2;
    return question + text_width(confirm_keys()) <= line.width ? line.x + question : line.x;
}

int32_t prompt_key_at(const struct shell *shell, int x)
{
    struct rect bounds = canvas_bounds(shell->canvas);
    const char *gap = strstr(confirm_keys(), "  ");
    int from = confirm_column(shell, (struct rect){1, bounds.height - 1, bounds.width - 2, 1});
    int whole = text_width(confirm_keys()), rest = gap ? text_width(gap + 2) : 0;
    if (shell->prompt.kind != PROMPT_CONFIRM || x < from || x >= from + whole)
        return 0;
    return x >= from + whole - rest ? 'n' : x < from + whole - rest - 2 ? 'y' : 0;
}

/* Draws on the line if it fits, else on as many lines above it as needed. */
static void draw_question(struct shell *shell, struct rect line)
{
    struct canvas *canvas = shell->canvas;
    const char *keys = confirm_keys();
    const char *question = buffer_text(&shell->prompt.question);
    int x = confirm_column(shell, line);
    if (x > line.x) {
        canvas_text(canvas, line.x, line.y, STYLE_WARNING, question);
        canvas_text(canvas, x, line.y, STYLE_KEY, keys);
        return;
    }
    frame_draw_words(shell, (struct rect){line.x, line.y - 1, line.width, 1}, STYLE_WARNING, question);
    canvas_text(canvas, line.x, line.y, STYLE_KEY, keys);
}

/* Draws the part of the text around its cursor, and puts the terminal's cursor there. */
static void draw_typed(struct canvas *canvas, struct rect line, const struct typed *typed)
{
    const char *text = buffer_text(&typed->text), *cursor = text + typed_cursor(typed);
    int columns, after = text_width(cursor), room = line.width - 1; /* the cursor can stand after the text */
    int kept = after < room / 3 ? after : room / 3;                 /* after the cursor */
    while (text < cursor && text_width(text) - after > room - kept)
        text += text_step_cluster(text, strlen(text), &columns);
    canvas_cut(canvas, line.x, line.y, room, STYLE_NORMAL, text);
    canvas_cursor(canvas, line.x + text_width(text) - after, line.y, true);
}

void prompt_draw(struct shell *shell, struct rect line)
{
    struct canvas *canvas = shell->canvas;
    struct prompt *prompt = &shell->prompt;
    if (prompt->kind == PROMPT_PALETTE)
        palette_draw(shell, buffer_text(&prompt->typed.text), prompt->chosen, line);
    if (prompt->kind == PROMPT_CONFIRM) {
        draw_question(shell, line);
        return;
    }
    /* a long question gives way to the typed text, up to half of the line */
    int typed = text_width(buffer_text(&prompt->typed.text)) + 1;
    int kept = typed < 8 ? 8 : typed < line.width / 2 ? typed : line.width / 2;
    int x = line.x + canvas_cut(canvas, line.x, line.y, line.width - kept, STYLE_KEY, buffer_text(&prompt->question));
    struct rect rest = {x, line.y, line.x + line.width - x, 1};
    draw_typed(canvas, rest, &prompt->typed);
}
