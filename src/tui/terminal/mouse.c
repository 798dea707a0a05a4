/* Reads mouse reports. */
#include "tui/terminal/mouse.h"

#include "tui/keys/key.h"

enum {
    NUMBER_MAX = 100000, /* of a report; larger ones are no report */
    CHARACTER_OFFSET = 32,
    MODIFIERS = 4 | 8 | 16, /* Shift, Meta, Control */
    WHEEL_UP = 64,
    WHEEL_DOWN = 65,
};

void mouse_begin(struct mouse_report *report, enum mouse_form form)
{
    *report = (struct mouse_report){.form = form};
}

static int32_t key_of(const struct mouse_report *report, bool is_press)
{
    int button = report->numbers[0] & ~MODIFIERS, x = report->numbers[1] - 1, y = report->numbers[2] - 1;
    bool is_inside = x >= 0 && y >= 0 && x < KEY_CLICK_SIDE && y < KEY_CLICK_SIDE;
    if (!is_press || !is_inside)
        return 0;
    if (button == WHEEL_UP || button == WHEEL_DOWN)
        return key_of_wheel(x, y, button == WHEEL_DOWN);
    return button == 0 ? key_of_click(x, y) : 0;
}

/* numbers = n ";" n ";" n ( "M" | "m" ): M is a press. */
static int32_t take_of_numbers(struct mouse_report *report, int32_t character)
{
    int *number = &report->numbers[report->count];
    bool is_last = report->count == MOUSE_NUMBER_COUNT - 1;
    if (character >= '0' && character <= '9' && *number < NUMBER_MAX) {
        *number = *number * 10 + (character - '0');
        return 0;
    }
    if (character == ';' && !is_last) {
        report->count++;
        return 0;
    }
    report->form = MOUSE_NONE;
    return is_last && (character == 'M' || character == 'm') ? key_of(report, character == 'M') : 0;
}

static int32_t take_of_characters(struct mouse_report *report, int32_t character)
{
    report->numbers[report->count++] = character - CHARACTER_OFFSET;
    if (report->count < MOUSE_NUMBER_COUNT)
        return 0;
    report->form = MOUSE_NONE;
    return key_of(report, true);
}

int32_t mouse_take(struct mouse_report *report, int32_t character)
{
    return report->form == MOUSE_NUMBERS ? take_of_numbers(report, character) : take_of_characters(report, character);
}
