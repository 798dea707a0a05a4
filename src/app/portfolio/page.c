/* The portfolio as one page of HTML. */
#include <inttypes.h>
#include <stdarg.h>

#include "app/portfolio/figure.h"
#include "base/clock.h"
#include "base/i18n.h"
#include "base/text.h"

enum { DATE_LENGTH = 10 };

static const char page_head[] =
    "\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>warpschool portfolio</title>\n";

static const char page_style[] =
    "<style>\n:root{color-scheme:light dark;--ink:#1d2b33;--dim:#4d5f68;--line:#c6d2d8;--paper:#fff;--good:#08694a}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e3edf1;--dim:#a9bac3;--line:#3a4a52;--paper:#10191e;--good:#4fd39d}"
    "}\n"
    "body{font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;"
    "margin:2rem auto;padding:0 1rem}\n"
    "h1{line-height:1.2}h2{margin-top:2.5rem;border-bottom:1px solid var(--line)}\n"
    "</style>\n";

static const char table_style[] =
    "<style>\n"
    "table{border-collapse:collapse;width:100%}caption{text-align:left;color:var(--dim);padding:.3rem 0}\n"
    "th,td{text-align:left;padding:.35rem .8rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top}\n"
    "td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}\n"
    ".wide{overflow-x:auto}.dim{color:var(--dim)}.good{color:var(--good);font-weight:600}\n"
    "</style>\n";

static const char code_style[] =
    "<style>\n"
    "pre{overflow-x:auto;border:1px solid var(--line);padding:1rem;font:13px/1.45 ui-monospace,monospace}\n"
    "svg{max-width:100%;height:auto}\n"
    "@media "
    "print{body{margin:0;max-width:none}h2,h3{break-after:avoid}pre{white-space:pre-wrap}tr,svg{break-inside:avoid}}\n"
    "</style>\n</head>\n<body>\n<main>\n";

/* A wide table scrolls in a frame of its own, by keys too. */
static void begin_frame(struct buffer *out, const char *name)
{
    buffer_append_text(out, "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"");
    text_append_markup(out, name);
    buffer_append_text(out, "\">");
}

/* Names of GPUs come from the record, which can be another's. So the whole sentence is escaped. */
__attribute__((format(printf, 2, 3))) static void append_sentence(struct buffer *out, const char *format, ...)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    va_list arguments;
    va_start(arguments, format);
    buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    text_append_markup(out, buffer_text(&text));
}

static void append_heading(struct buffer *out, const char *text)
{
    buffer_append_text(out, "<h2>");
    text_append_markup(out, text);
    buffer_append_text(out, "</h2>\n");
}

static void append_column(struct buffer *out, const char *class, const char *title)
{
    buffer_printf(out, "<th scope=\"col\"%s>", class);
    text_append_markup(out, title);
    buffer_append_text(out, "</th>");
}

static void append_cell(struct buffer *out, const char *text)
{
    buffer_append_text(out, "<td>");
    text_append_markup(out, text);
    buffer_append_text(out, "</td>");
}

static void append_time(struct buffer *out, double microseconds)
{
    buffer_append_text(out, "<td class=\"number\">");
    if (microseconds > 0)
        text_append_duration(out, microseconds * 1e-6);
    else
        buffer_append_text(out, "-");
    buffer_append_text(out, "</td>");
}

static void append_top(const struct portfolio *portfolio, struct buffer *out)
{
    char now[CLOCK_TEXT_BYTES];
    clock_format_utc(clock_wall_ns(), now);
    buffer_append_text(out, "<h1>");
    text_append_markup(out, portfolio->name ? portfolio->name : _("GPU kernels"));
    buffer_append_text(out, "</h1>\n<p>");
    buffer_printf(out, _("GPU kernel optimisation with warpschool %s, as of %.*s."), WARPSCHOOL_VERSION, DATE_LENGTH,
                  now);
    buffer_append_text(out, "</p>\n<p>");
    const struct progress_statistics *statistics = &portfolio->statistics;
    buffer_printf(out,
                  ngettext("%zu of %zu exercises passed, in %" PRId64 " attempt; days with work: %" PRId64
                           ". Medals: %" PRId64 " gold, %" PRId64 " silver, %" PRId64 " bronze.",
                           "%zu of %zu exercises passed, in %" PRId64 " attempts; days with work: %" PRId64
                           ". Medals: %" PRId64 " gold, %" PRId64 " silver, %" PRId64 " bronze.",
                           (unsigned long)statistics->attempts),
                  portfolio->overview.exercises_passed, portfolio->overview.exercise_count, statistics->attempts,
                  statistics->days_active, statistics->gold, statistics->silver, statistics->bronze);
    buffer_append_text(out, "</p>\n");
}

static void append_certificates(const struct portfolio *portfolio, struct buffer *out)
{
    append_heading(out, _("Certificates and badges"));
    begin_frame(out, _("Certificates"));
    buffer_append_text(out, "<table>\n<thead><tr>");
    append_column(out, "", _("Certificate"));
    append_column(out, "", _("Its holder"));
    append_column(out, "", _("State"));
    buffer_append_text(out, "</tr></thead>\n<tbody>\n");
    for (int i = 0; i < CERTIFICATE_COUNT; i++) {
        const struct certificate_state *state = &portfolio->overview.certificates[i];
        bool earned = state->met_count == state->needed_count;
        buffer_append_text(out, "<tr><th scope=\"row\">");
        text_append_markup(out, _(certificate_name(state->certificate)));
        buffer_append_text(out, "</th>");
        append_cell(out, _(certificate_claim(state->certificate)));
        buffer_append_text(out, earned ? "<td class=\"good\">" : "<td>");
        if (earned)
            buffer_append_text(out, _("earned"));
        else
            buffer_printf(out, _("%zu of %zu requirements"), state->met_count, state->needed_count);
        buffer_append_text(out, "</td></tr>\n");
    }
    buffer_append_text(out, "</tbody>\n</table></div>\n");
    const struct badge_list *badges = &portfolio->overview.badges;
    if (badges->earned_count == 0)
        return;
    buffer_append_text(out, "<p>");
    buffer_append_text(out, _("Badges: "));
    for (size_t i = 0, shown = 0; i < badges->count; i++)
        if (badges->items[i].earned) {
            buffer_append_text(out, shown++ ? "; " : "");
            text_append_markup(out, badges->items[i].title);
        }
    buffer_append_text(out, ".</p>\n");
}

static void append_table(const struct portfolio *portfolio, const struct standings_table *table, struct buffer *out)
{
    buffer_append_text(out, "<h3>");
    text_append_markup(out, _(table->title));
    buffer_append_text(out, "</h3>\n");
    figure_table(table, out);
    begin_frame(out, _(table->title));
    buffer_append_text(out, "<table>\n<caption>");
    append_sentence(out, _("Modelled times, for %s."), portfolio->tables.gpu);
    buffer_append_text(out, "</caption>\n<thead><tr>");
    append_column(out, "", _("Exercise"));
    append_column(out, " class=\"number\"", _("Mine"));
    append_column(out, " class=\"number\"", _("Solution"));
    append_column(out, " class=\"number\"", _("Reference"));
    append_column(out, "", _("Limit"));
    buffer_append_text(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < table->count; i++) {
        const struct standings_row *row = &table->rows[i];
        buffer_append_text(out, "<tr><th scope=\"row\">");
        text_append_markup(out, row->exercise->id);
        buffer_append_text(out, "</th>");
        append_time(out, row->is_tried ? row->best.microseconds : 0);
        append_time(out, row->solution_us);
        append_time(out, row->reference_us);
        append_cell(out, row->is_tried && row->best.limiter ? row->best.limiter : "");
        buffer_append_text(out, "</tr>\n");
    }
    buffer_append_text(out, "</tbody>\n</table></div>\n");
}

static void append_tables(const struct portfolio *portfolio, struct buffer *out)
{
    bool has_heading = false;
    for (size_t i = 0; i < portfolio->tables.count; i++) {
        if (!figure_has_own(&portfolio->tables.items[i]))
            continue;
        if (!has_heading)
            append_heading(out, _("Level by level"));
        has_heading = true;
        append_table(portfolio, &portfolio->tables.items[i], out);
    }
}

/* Bytes of DRAM are no row: an attempt's record counts them for no gate case. */
static void append_kernel(const struct portfolio_kernel *kernel, struct buffer *out)
{
    const struct standing *standing = &kernel->standing;
    buffer_append_text(out, "<h3>");
    text_append_markup(out, kernel->exercise->id);
    buffer_append_text(out, "</h3>\n<p>");
    text_append_markup(out, standing->message);
    CLEANUP(buffer_done) struct buffer time = BUFFER_INIT;
    text_append_duration(&time, standing->microseconds * 1e-6);
    append_sentence(out, standing->is_modelled ? _(" %s on %s (modelled)") : _(" %s on %s (measured)"),
                    buffer_text(&time), standing->product);
    if (standing->medal != MEDAL_NONE)
        buffer_printf(out, ", <span class=\"good\">%s</span>", _(verdict_medal_name(standing->medal)));
    buffer_append_text(out, ".</p>\n");
    begin_frame(out, kernel->exercise->id);
    buffer_printf(out, "<table>\n<caption>%s</caption>\n<tbody>\n", _("Counted in the gate case"));
    static const struct {
        enum vgpu_counter counter;
        const char *words;
    } rows[] = {{VGPU_COUNTER_WARP_INSTRUCTIONS, N_("warp instructions")},
                {VGPU_COUNTER_GLOBAL_LOAD_SECTORS, N_("sectors loaded from global memory")},
                {VGPU_COUNTER_GLOBAL_STORE_SECTORS, N_("sectors stored to global memory")},
                {VGPU_COUNTER_FLOPS, N_("floating-point operations")}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        buffer_printf(out, "<tr><th scope=\"row\">%s</th><td class=\"number\">", _(rows[i].words));
        text_append_grouped(out, (int64_t)standing->counters[rows[i].counter]);
        buffer_append_text(out, "</td></tr>\n");
    }
    buffer_append_text(out, "</tbody>\n</table></div>\n<pre tabindex=\"0\"><code>");
    text_append_markup(out, kernel->source);
    buffer_append_text(out, "</code></pre>\n");
}

void portfolio_page(const struct portfolio *portfolio, struct buffer *out_html)
{
    char language[I18N_LANGUAGE_BYTES];
    i18n_language(language);
    buffer_printf(out_html, "<!doctype html>\n<html lang=\"%s\">%s", language, page_head);
    buffer_append_text(out_html, page_style);
    buffer_append_text(out_html, table_style);
    buffer_append_text(out_html, code_style);
    append_top(portfolio, out_html);
    append_certificates(portfolio, out_html);
    append_tables(portfolio, out_html);
    if (portfolio->kernel_count > 0 && portfolio->roof.product) {
        append_heading(out_html, _("Below the roofline"));
        buffer_append_text(out_html, "<p>");
        append_sentence(out_html, _("Each point is a kernel. The line is the limit of %s."), portfolio->roof.product);
        buffer_append_text(out_html, "</p>\n");
        figure_roofline(portfolio, out_html);
    }
    if (portfolio->kernel_count > 0)
        append_heading(out_html, _("Kernels"));
    for (size_t i = 0; i < portfolio->kernel_count; i++)
        append_kernel(&portfolio->kernels[i], out_html);
    buffer_append_text(out_html, "<p class=\"dim\">");
    append_sentence(
        out_html, "%s",
        _("Every kernel was judged safe and right. Modelled times come from a time model that is fitted to an H100. "
          "Anyone can judge the kernels of a certificate's file again: warpschool certificate verify FILE."));
    buffer_append_text(out_html, "</p>\n</main>\n</body>\n</html>\n");
}
