/* Numbers with units as text. */
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"

struct prefix {
    double factor;
    const char *name;
};

static const struct prefix si_prefixes[] = {
    {1e18, "E"}, {1e15, "P"}, {1e12, "T"}, {1e9, "G"},  {1e6, "M"},   {1e3, "k"},
    {1, ""},     {1e-3, "m"}, {1e-6, "u"}, {1e-9, "n"}, {1e-12, "p"},
};

static const char *const binary_prefixes[] = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

enum {
    SI_PREFIX_COUNT = sizeof si_prefixes / sizeof si_prefixes[0],
    BINARY_PREFIX_COUNT = sizeof binary_prefixes / sizeof binary_prefixes[0],
};

/* Three significant digits without an exponent. 999.5 and more needs the next prefix. */
static void append_three_digits(struct buffer *out, double value)
{
    double magnitude = fabs(value);
    int decimals = magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2;
    char text[64];
    snprintf(text, sizeof text, "%.*f", decimals, value);
    char *point = strchr(text, '.');
    if (point) {
        char *end = text + strlen(text);
        while (end[-1] == '0')
            *--end = '\0';
        if (end[-1] == '.')
            end[-1] = '\0';
    }
    buffer_append_text(out, text);
}

const char *text_micro(void)
{
    return i18n_is_utf8() ? "μ" : "u";
}

void text_append_si(struct buffer *out, double value, const char *unit)
{
    const char *space = *unit ? " " : "";
    if (!isfinite(value)) {
        buffer_printf(out, "%s%s%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf", space, unit);
        return;
    }
    const struct prefix *prefix = &si_prefixes[6]; /* zero has none */
    for (size_t i = 0; value != 0 && i < SI_PREFIX_COUNT; i++) {
        prefix = &si_prefixes[i];
        if (fabs(value) >= prefix->factor * 0.9995)
            break;
    }
    double scaled = value / prefix->factor;
    if (fabs(scaled) >= 1e6 || (value != 0 && fabs(scaled) < 0.005))
        buffer_printf(out, "%.2e%s%s", value, space, unit);
    else {
        const char *name = strcmp(prefix->name, "u") ? prefix->name : text_micro();
        append_three_digits(out, scaled);
        buffer_printf(out, "%s%s%s", *name || *unit ? " " : "", name, unit);
    }
}

void text_append_duration(struct buffer *out, double seconds)
{
    if (!(seconds >= 59.95) || !(seconds < 1e9)) {
        text_append_si(out, seconds, "s");
        return;
    }
    int64_t whole_s = (int64_t)(seconds + 0.5);
    if (whole_s < 3600)
        buffer_printf(out, "%" PRId64 " min %" PRId64 " s", whole_s / 60, whole_s % 60);
    else
        buffer_printf(out, "%" PRId64 " h %" PRId64 " min", whole_s / 3600, whole_s / 60 % 60);
}

void text_append_grouped(struct buffer *out, int64_t value)
{
    char digits[32];
    uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
    int length = snprintf(digits, sizeof digits, "%" PRIu64, magnitude);
    if (value < 0)
        buffer_append_char(out, '-');
    for (int i = 0; i < length; i++) {
        if (length > 4 && i && (length - i) % 3 == 0)
            buffer_append_char(out, ' ');
        buffer_append_char(out, digits[i]);
    }
}

void text_append_count(struct buffer *out, int64_t value)
{
    size_t prefix = 0;
    int64_t scaled = value;
    while (scaled && scaled % 1024 == 0 && prefix + 1 < BINARY_PREFIX_COUNT) {
        scaled /= 1024;
        prefix++;
    }
    if (prefix && scaled > -1024 && scaled < 1024)
        buffer_printf(out, "%" PRId64 " %s", scaled, binary_prefixes[prefix]);
    else
        text_append_grouped(out, value);
}

void text_append_bytes(struct buffer *out, uint64_t size_bytes)
{
    double scaled = (double)size_bytes;
    size_t prefix = 0;
    while (scaled >= 1023.5 && prefix + 1 < BINARY_PREFIX_COUNT) {
        scaled /= 1024;
        prefix++;
    }
    append_three_digits(out, scaled);
    buffer_printf(out, " %sB", binary_prefixes[prefix]);
}

void text_append_percent(struct buffer *out, double ratio)
{
    buffer_printf(out, "%.1f %%", ratio * 100);
}

const char *text_format_factor(double value, char out_text[TEXT_FACTOR_BYTES])
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (value > 0 && value < 0.001)
        buffer_append_text(&text, "<0.001");
    else if (value < 0.995)
        buffer_printf(&text, "%.3g", value);
    else if (value < 999.5)
        append_three_digits(&text, value);
    else {
        double unit = pow(10, floor(log10(value)) - 2);
        text_append_grouped(&text, (int64_t)fmin(round(value / unit) * unit, 9e18));
    }
    snprintf(out_text, TEXT_FACTOR_BYTES, "%s", buffer_text(&text));
    return out_text;
}

/* Above this a double does not hold every whole number. */
#define WHOLE_MAX 9007199254740992.0

void text_append_number(struct buffer *out, double value)
{
    if (isnan(value))
        buffer_append_text(out, "NaN");
    else
        buffer_printf(out, value == floor(value) && fabs(value) < WHOLE_MAX ? "%.0f" : "%.7g", value);
}
