/* Draws the figures of a portfolio. */
#include "app/portfolio/figure.h"

#include <math.h>

#include "base/i18n.h"
#include "base/text.h"

enum {
    WIDTH = 720,
    HEIGHT = 380,
    LEFT = 80,
    RIGHT = 24,
    TOP = 24,
    BOTTOM = 56,
    BAR_ROW = 54,
    BAR_HEIGHT = 18,
    LEGEND = 32
};

static const char style[] =
    "<style>text{font:14px system-ui,'DejaVu Sans',sans-serif;fill:#1d2b33}"
    ".dim{fill:#5d6f78}.grid{stroke:#c6d2d8}.roof{stroke:#1d2b33;fill:none;stroke-width:2}"
    ".yours{fill:#0b7f56}.course{fill:#7b909b}"
    "@media(prefers-color-scheme:dark){text{fill:#e3edf1}.dim{fill:#9db0b9}.grid{stroke:#3a4a52}"
    ".roof{stroke:#e3edf1}.yours{fill:#4fd39d}.course{fill:#55707d}}</style>\n";

static void begin(struct buffer *out, int height, const char *title)
{
    buffer_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                  "role=\"img\">\n<title>",
                  WIDTH, height, WIDTH, height);
    text_append_markup(out, title);
    buffer_printf(out, "</title>\n%s", style);
}

static void append_label(struct buffer *out, double x, double y, const char *anchor, const char *class,
                         const char *text)
{
    buffer_printf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">", x, y, anchor, class);
    text_append_markup(out, text);
    buffer_append_text(out, "</text>\n");
}

/* --- the roofline ----------------------------------------------------------------------------- */

/* Logarithmic on both axes. */
struct scale {
    double x_low, x_high, y_low, y_high;
};

static double x_of(const struct scale *scale, double intensity)
{
    double share = log(intensity / scale->x_low) / log(scale->x_high / scale->x_low);
    return LEFT + share * (WIDTH - LEFT - RIGHT);
}

static double y_of(const struct scale *scale, double flops)
{
    double share = log(flops / scale->y_low) / log(scale->y_high / scale->y_low);
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
}

/* A record can be another's, with any numbers. The axes have room for those that a GPU can have. */
static bool has_point(const struct portfolio_kernel *kernel)
{
    static const double intensity_least = 1e-9, intensity_most = 1e9, flops_least = 1, flops_most = 1e18;
    const struct standing *standing = &kernel->standing;
    return standing->flops_per_second >= flops_least && standing->flops_per_second <= flops_most &&
           standing->intensity >= intensity_least && standing->intensity <= intensity_most;
}

/* Powers of ten around the roof's ridge and all points. */
static struct scale scale_of(const struct portfolio *portfolio)
{
    const struct roof *roof = &portfolio->roof;
    double ridge = roof->flops / roof->bytes_per_second;
    struct scale scale = {ridge, ridge, roof->flops, roof->flops};
    for (size_t i = 0; i < portfolio->kernel_count; i++) {
        const struct standing *standing = &portfolio->kernels[i].standing;
        if (!has_point(&portfolio->kernels[i]))
            continue;
        scale.x_low = fmin(scale.x_low, standing->intensity);
        scale.x_high = fmax(scale.x_high, standing->intensity);
        scale.y_low = fmin(scale.y_low, standing->flops_per_second);
    }
    scale.x_low = pow(10, floor(log10(scale.x_low)));
    scale.x_high = pow(10, ceil(log10(scale.x_high) + 0.3));
    scale.y_low = pow(10, floor(log10(scale.y_low)));
    scale.y_high = pow(10, ceil(log10(scale.y_high)));
    return scale;
}

static void append_axes(const struct scale *scale, struct buffer *out)
{
    for (double x = scale->x_low; x <= scale->x_high * 1.01; x *= 10) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        buffer_printf(&text, "%g", x);
        buffer_printf(out, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", x_of(scale, x), TOP, HEIGHT - BOTTOM);
        append_label(out, x_of(scale, x), HEIGHT - BOTTOM + 20, "middle", "dim", buffer_text(&text));
    }
    for (double y = scale->y_low; y <= scale->y_high * 1.01; y *= 10) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        text_append_si(&text, y, "");
        buffer_printf(out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, y_of(scale, y), WIDTH - RIGHT);
        append_label(out, LEFT - 8, y_of(scale, y) + 5, "end", "dim", buffer_text(&text));
    }
    append_label(out, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 12, "middle", "dim",
                 _("floating-point operations per byte of DRAM"));
    append_label(out, LEFT, TOP - 8, "start", "dim", _("operations per second"));
}

static void append_roof(const struct portfolio *portfolio, const struct scale *scale, struct buffer *out)
{
    const struct roof *roof = &portfolio->roof;
    double ridge = roof->flops / roof->bytes_per_second;
    double low = fmax(scale->x_low, scale->y_low / roof->bytes_per_second);
    buffer_printf(out, "<path class=\"roof\" d=\"M%.1f %.1fL%.1f %.1fH%.1f\"/>\n", x_of(scale, low),
                  y_of(scale, low * roof->bytes_per_second), x_of(scale, ridge), y_of(scale, roof->flops),
                  x_of(scale, scale->x_high));
}

void figure_roofline(const struct portfolio *portfolio, struct buffer *out)
{
    size_t points = 0;
    for (size_t i = 0; i < portfolio->kernel_count; i++)
        points += has_point(&portfolio->kernels[i]);
    if (points == 0 || !portfolio->roof.product)
        return;
    struct scale scale = scale_of(portfolio);
    begin(out, HEIGHT, _("Roofline: the kernels below the limits of memory and arithmetic"));
    append_axes(&scale, out);
    append_roof(portfolio, &scale, out);
    for (size_t i = 0; i < portfolio->kernel_count; i++) {
        const struct portfolio_kernel *kernel = &portfolio->kernels[i];
        if (!has_point(kernel))
            continue;
        buffer_printf(out, "<circle class=\"yours\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"><title>",
                      x_of(&scale, kernel->standing.intensity), y_of(&scale, kernel->standing.flops_per_second));
        text_append_markup(out, kernel->exercise->id);
        buffer_append_text(out, "</title></circle>\n");
    }
    buffer_append_text(out, "</svg>\n");
}

/* --- tables ----------------------------------------------------------------------------------- */

static double slowest_of(const struct standings_table *table)
{
    double slowest = 0;
    for (size_t i = 0; i < table->count; i++) {
        slowest = fmax(slowest, table->rows[i].solution_us);
        if (table->rows[i].is_tried)
            slowest = fmax(slowest, table->rows[i].best.microseconds);
    }
    return slowest;
}

bool figure_has_own(const struct standings_table *table)
{
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].is_tried)
            return true;
    return false;
}

static void append_bar(struct buffer *out, double y, double share, const char *class, double microseconds)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    double width = share * (WIDTH - 330);
    buffer_printf(&text, microseconds < 1000 ? "%.3g μs" : "%.0f μs", microseconds);
    buffer_printf(out, "<rect class=\"%s\" x=\"200\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" rx=\"3\"/>\n", class, y,
                  width, BAR_HEIGHT);
    append_label(out, 208 + width, y + BAR_HEIGHT - 4, "start", "", buffer_text(&text));
}

void figure_table(const struct standings_table *table, struct buffer *out)
{
    CLEANUP(buffer_done) struct buffer title = BUFFER_INIT;
    double slowest = slowest_of(table);
    if (!(slowest > 0) || !figure_has_own(table))
        return;
    buffer_printf(&title, _("%s: your times and those of the course"), _(table->title));
    begin(out, (int)table->count * BAR_ROW + LEGEND, buffer_text(&title));
    append_label(out, 200, 18, "start", "", _("mine"));
    append_label(out, 250, 18, "start", "dim", _("the solution of the course"));
    for (size_t i = 0; i < table->count; i++) {
        const struct standings_row *row = &table->rows[i];
        double y = LEGEND + (double)i * BAR_ROW;
        append_label(out, 190, y + BAR_HEIGHT + 4, "end", "", row->exercise->id);
        if (row->is_tried)
            append_bar(out, y, row->best.microseconds / slowest, "yours", row->best.microseconds);
        if (row->solution_us > 0)
            append_bar(out, y + BAR_HEIGHT + 4, row->solution_us / slowest, "course", row->solution_us);
    }
    buffer_append_text(out, "</svg>\n");
}

/* --- the card --------------------------------------------------------------------------------- */

static void append_line(struct buffer *out, int y, int size, const char *fill, const char *text)
{
    buffer_printf(out, "<text x=\"56\" y=\"%d\" style=\"font-size:%dpx;fill:%s\">", y, size, fill);
    text_append_markup(out, text);
    buffer_append_text(out, "</text>\n");
}

void figure_card(const struct portfolio *portfolio, const struct portfolio_kernel *kernel, struct buffer *out)
{
    const struct standing *standing = &kernel->standing;
    CLEANUP(buffer_done) struct buffer time = BUFFER_INIT, place = BUFFER_INIT;
    const char *product =
        standing->is_modelled && portfolio->roof.product ? portfolio->roof.product : standing->product;
    buffer_printf(&time, standing->microseconds < 1000 ? _("%.3g %s on %s") : _("%.0f %s on %s"),
                  standing->microseconds, "μs", product);
    buffer_append_text(&place, standing->is_modelled ? _("by the time model") : _("measured"));
    if (standing->ratio_to_solution > 0)
        buffer_printf(&place, _(", %.2fx as fast as the solution"), standing->ratio_to_solution);
    buffer_append_text(out,
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 418\" width=\"800\" "
                       "height=\"418\" role=\"img\" font-family=\"system-ui, 'DejaVu Sans', sans-serif\">\n<title>");
    text_append_markup(out, kernel->exercise->id);
    buffer_append_text(out, "</title>\n<rect width=\"800\" height=\"418\" rx=\"18\" fill=\"#123543\"/>\n");
    append_line(out, 84, 26, "#76e3b0", "warpschool");
    append_line(out, 158, 50, "#ffffff", kernel->exercise->id);
    append_line(out, 226, 38, "#ffffff", buffer_text(&time));
    append_line(out, 272, 22, "#9fc0cc", buffer_text(&place));
    if (standing->medal != MEDAL_NONE)
        append_line(out, 324, 30, "#e0b64a", _(verdict_medal_name(standing->medal)));
    if (portfolio->name)
        append_line(out, 376, 24, "#d7e8ee", portfolio->name);
    buffer_append_text(out, "</svg>\n");
}
