/* Draws badges. */
#include "certificate/badge_svg.h"

#include <stdint.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"

enum { LANES = 8 };

/* The frame is 416 wide inside. A bold letter takes about 0.6 of its size, a wide one 0.7. */
static const struct title_style {
    size_t columns;
    int lines, size, pitch;
} title_styles[] = {{18, 2, 32, 40}, {24, 3, 25, 32}};

static void append_escaped(struct buffer *out, const char *text, size_t length)
{
    CLEANUP(buffer_done) struct buffer part = BUFFER_INIT;
    buffer_append(&part, text, length);
    text_append_markup(out, buffer_text(&part));
}

static void append_text(struct buffer *out, int y, int size, int weight, const char *fill, const char *text,
                        size_t length)
{
    buffer_printf(out, "<text x=\"256\" y=\"%d\" font-size=\"%d\" font-weight=\"%d\" fill=\"%s\">", y, size, weight,
                  fill);
    append_escaped(out, text, length);
    buffer_append_text(out, "</text>\n");
}

/* Lanes lit by the hash of the award: each award has a face of its own. */
static void append_lanes(struct buffer *out, const char *award)
{
    uint64_t lit = hash_64(award, strlen(award));
    buffer_append_text(out, "<g>\n");
    for (int row = 0; row < LANES; row++)
        for (int lane = 0; lane < LANES; lane++) {
            bool on = lit >> (row * LANES + (lane < LANES / 2 ? lane : LANES - 1 - lane)) & 1;
            buffer_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"14\" rx=\"3\" fill=\"%s\"/>\n",
                          186 + lane * 18, 82 + row * 18, on ? "#76e3b0" : "#2b5568");
        }
    buffer_append_text(out, "</g>\n");
}

/* The bytes of the first line of a title, which breaks at spaces. */
static size_t title_line(const char *title, size_t columns)
{
    size_t cut = strlen(title);
    if (cut <= columns)
        return cut;
    for (cut = columns; cut > 0 && title[cut] != ' ';)
        cut--;
    return cut ? cut : strcspn(title, " ");
}

static bool fits_title(const char *title, const struct title_style *style)
{
    int lines = 0;
    for (; *title; lines++) {
        title += title_line(title, style->columns);
        title += strspn(title, " ");
    }
    return lines <= style->lines;
}

/* Returns the y below the last line. */
static int append_title(struct buffer *out, const char *title, int y)
{
    const struct title_style *style = fits_title(title, &title_styles[0]) ? &title_styles[0] : &title_styles[1];
    for (int line = 0; *title && line < style->lines; line++) {
        size_t cut = title_line(title, style->columns);
        append_text(out, y, style->size, 700, "#ffffff", title, cut);
        title += cut + strspn(title + cut, " ");
        y += style->pitch;
    }
    return y;
}

void badge_svg_draw(const struct credential *credential, const char *jws, struct buffer *out)
{
    buffer_append_text(out,
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                       "xmlns:openbadges=\"https://purl.imsglobal.org/ob/v3p0\" viewBox=\"0 0 512 512\" "
                       "width=\"512\" height=\"512\" role=\"img\" aria-labelledby=\"title\">\n<title id=\"title\">");
    append_escaped(out, credential->title, strlen(credential->title));
    buffer_append_text(out, ", ");
    append_escaped(out, credential->name, strlen(credential->name));
    buffer_append_text(out, "</title>\n<openbadges:credential verify=\"");
    append_escaped(out, jws, strlen(jws));
    buffer_append_text(out, "\"/>\n");
    buffer_printf(out,
                  "<path d=\"M256 8 L471 132 V380 L256 504 L41 380 V132 Z\" fill=\"#123543\" stroke=\"%s\" "
                  "stroke-width=\"14\" stroke-linejoin=\"round\"/>\n",
                  credential->is_certificate ? "#e0b64a" : "#76e3b0");
    append_lanes(out, credential->award);
    buffer_append_text(out, "<g text-anchor=\"middle\" font-family=\"system-ui, 'DejaVu Sans', sans-serif\">\n");
    int y = append_title(out, credential->title, 282);
    append_text(out, y, 24, 400, "#d7e8ee", credential->name, strlen(credential->name));
    append_text(out, y + 34, 18, 400, "#9fc0cc", credential->issued_at, strcspn(credential->issued_at, "T"));
    append_text(out, 448, 20, 600, "#76e3b0", "warpschool", strlen("warpschool"));
    buffer_append_text(out, "</g>\n</svg>\n");
}
