/*
 * printf: vprintf(format, arguments). Arguments are in local memory as C's variadic ones: int 4
 * bytes, the rest 8, naturally aligned.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "vgpu/observers/observers.h"
#include "vgpu/report/report.h"
#include "vgpu/warp/external.h"
#include "vgpu/warp/warp.h"

enum { FORMAT_BYTES = 4096, SPEC_BYTES = 64, TEXT_BYTES = 4096, WIDTH_MAX = 1000 };

struct arguments {
    const struct external_context *context;
    uint64_t next;
};

static uint64_t take(struct arguments *arguments, uint32_t size_bytes)
{
    uint64_t value = 0;
    arguments->next = (arguments->next + size_bytes - 1) / size_bytes * size_bytes;
    external_read(arguments->context, arguments->next, &value, size_bytes);
    OBSERVE(print, arguments->context->warp, arguments->context->op, arguments->context->lane, arguments->next,
            size_bytes);
    arguments->next += size_bytes;
    return value;
}

/*
 * One conversion: flags, width, precision, length, letter. Rebuilt for the host from known parts
 * only.
 */
struct spec {
    char flags[8];
    int width, precision; /* -1: none */
    bool is_long;
    char letter;
};

static const char *parse_number(const char *at, struct arguments *arguments, int *out_number)
{
    if (*at == '*') {
        *out_number = (int)take(arguments, 4);
        at++;
    } else {
        for (*out_number = 0; *at >= '0' && *at <= '9'; at++)
            *out_number = *out_number < WIDTH_MAX ? *out_number * 10 + (*at - '0') : WIDTH_MAX;
    }
    if (*out_number > WIDTH_MAX)
        *out_number = WIDTH_MAX;
    return at;
}

/* spec = {flag} [width] ["." precision] {length} letter */
static const char *parse_spec(const char *at, struct arguments *arguments, struct spec *out_spec)
{
    size_t flags = 0;
    *out_spec = (struct spec){.width = -1, .precision = -1};
    for (; *at && strchr("-+ #0", *at); at++)
        if (flags < sizeof(out_spec->flags) - 1 && !strchr(out_spec->flags, *at))
            out_spec->flags[flags++] = *at;
    if (*at == '*' || (*at >= '0' && *at <= '9'))
        at = parse_number(at, arguments, &out_spec->width);
    if (*at == '.')
        at = parse_number(at + 1, arguments, &out_spec->precision);
    for (; *at && strchr("hlLjzt", *at); at++)
        out_spec->is_long |= *at != 'h';
    out_spec->letter = *at;
    return *at ? at + 1 : at;
}

static void host_format(const struct spec *spec, const char *length, char *out)
{
    int at = snprintf(out, SPEC_BYTES, "%%%s", spec->flags);
    if (spec->width >= 0)
        at += snprintf(out + at, (size_t)(SPEC_BYTES - at), "%d", spec->width);
    if (spec->precision >= 0)
        at += snprintf(out + at, (size_t)(SPEC_BYTES - at), ".%d", spec->precision);
    snprintf(out + at, (size_t)(SPEC_BYTES - at), "%s%c", length, spec->letter);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void print_spec(struct buffer *out, const struct spec *spec, struct arguments *arguments)
{
    char format[SPEC_BYTES], text[TEXT_BYTES];
    switch (spec->letter) {
    case 'd':
    case 'i':
        host_format(spec, "ll", format);
        buffer_printf(out, format,
                      spec->is_long ? (long long)take(arguments, 8) : (long long)(int32_t)take(arguments, 4));
        return;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        host_format(spec, "ll", format);
        buffer_printf(out, format, (unsigned long long)take(arguments, spec->is_long ? 8 : 4));
        return;
    case 'c':
        host_format(spec, "", format);
        buffer_printf(out, format, (int)(unsigned char)take(arguments, 4));
        return;
    case 'p':
        buffer_printf(out, "0x%" PRIx64, take(arguments, 8));
        return;
    case 's':
        external_text(arguments->context, take(arguments, 8), text, sizeof(text));
        host_format(spec, "", format);
        buffer_printf(out, format, text);
        return;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A': {
        uint64_t bits = take(arguments, 8);
        double value;
        memcpy(&value, &bits, sizeof(value));
        host_format(spec, "", format);
        buffer_printf(out, format, value);
        return;
    }
    case '%':
        buffer_append_char(out, '%');
        return;
    default:
        buffer_append_text(out, "%?");
        return;
    }
}
#pragma GCC diagnostic pop

/*
 * Refuses %n. A GPU's driver passes the text to the host's printf, which %n ends together with the
 * process.
 */
static bool refuse_to_write(struct external_context *context)
{
    uint32_t active = context->warp->active;
    context->warp->active = 1U << context->lane; /* the finding is of this lane */
    warp_fault_as(context->warp, context->op, VGPU_FINDING_ILLEGAL_INSTRUCTION,
                  "printf with %%n would write to memory, which no device does");
    context->warp->active = active;
    return false;
}

bool external_print(struct external_context *context)
{
    char format[FORMAT_BYTES];
    struct arguments arguments = {context, external_argument(context, 1)};
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    external_text(context, external_argument(context, 0), format, sizeof(format));
    uint32_t count = 0;
    for (const char *at = format; *at;) {
        if (*at != '%') {
            buffer_append_char(&out, *at++);
            continue;
        }
        struct spec spec;
        at = parse_spec(at + 1, &arguments, &spec);
        if (spec.letter == 'n')
            return refuse_to_write(context);
        print_spec(&out, &spec, &arguments);
        count += spec.letter != '%';
    }
    report_add_printed(context->warp, context->lane, buffer_text(&out), out.size_bytes);
    external_result(context, count);
    return true;
}
