/* The portfolio as a folder for version control. */
#include <inttypes.h>

#include "app/portfolio/figure.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/text.h"
#include "certificate/award.h"

static bool write_text(const char *folder, const char *name, const struct buffer *text, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return text->size_bytes == 0 ||
           file_write_atomic(path_join(arena, folder, name), text->data, text->size_bytes, error);
}

static bool write_kernels(const struct portfolio *portfolio, const char *folder, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *kernels = path_join(arena, folder, "kernels");
    if (!file_make_folders(kernels, error))
        return false;
    for (size_t i = 0; i < portfolio->kernel_count; i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        buffer_append_text(&text, portfolio->kernels[i].source);
        if (!write_text(kernels, arena_printf(arena, "%s.cu", portfolio->kernels[i].exercise->id), &text, error))
            return false;
    }
    return true;
}

static bool write_figures(const struct portfolio *portfolio, const char *folder, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer roofline = BUFFER_INIT;
    const char *figures = path_join(arena, folder, "figures");
    figure_roofline(portfolio, &roofline);
    if (!file_make_folders(figures, error) || !write_text(figures, "roofline.svg", &roofline, error))
        return false;
    for (size_t i = 0; i < portfolio->tables.count; i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        const struct standings_table *table = &portfolio->tables.items[i];
        figure_table(table, &text);
        if (!write_text(figures, arena_printf(arena, "%s.svg", table->id), &text, error))
            return false;
    }
    return true;
}

/* A certificate names its holder, so without a name none is written. */
static bool write_certificates(struct app *app, const struct portfolio *portfolio, const char *folder,
                               struct certificate_progress progress, struct buffer *readme, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    for (int i = 0; portfolio->name && i < CERTIFICATE_COUNT; i++) {
        const struct certificate_state *state = &portfolio->overview.certificates[i];
        if (state->met_count < state->needed_count)
            continue;
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        struct certificate_request request = {
            .award = certificate_award_name(state->certificate), .name = portfolio->name, .progress = progress};
        const char *file = arena_printf(arena, "%s.json", request.award);
        if (!certificate_issue(app, &request, &text, error) || !write_text(folder, file, &text, error))
            return false;
        buffer_printf(readme, "- %s: [%s](%s)\n", _(certificate_name(state->certificate)), file, file);
    }
    return true;
}

static void append_readme(const struct portfolio *portfolio, struct buffer *out)
{
    buffer_printf(out, "# %s\n\n", portfolio->name ? portfolio->name : _("GPU kernels"));
    buffer_printf(out,
                  _("GPU kernels written in warpschool: %zu of %zu exercises passed, %" PRId64
                    " gold. More is in [the report](report.html)."),
                  portfolio->overview.exercises_passed, portfolio->overview.exercise_count, portfolio->statistics.gold);
    buffer_append_text(out, "\n\n");
    if (portfolio->kernel_count == 0)
        return;
    buffer_printf(out, "| %s | %s | GPU | %s |\n|---|---|---|---|\n", _("kernel"), _("time"), _("medal"));
    for (size_t i = 0; i < portfolio->kernel_count; i++) {
        const struct portfolio_kernel *kernel = &portfolio->kernels[i];
        buffer_printf(out, "| [%s](kernels/%s.cu) | ", kernel->exercise->id, kernel->exercise->id);
        text_append_duration(out, kernel->standing.microseconds * 1e-6);
        buffer_printf(out, " | %s%s | %s |\n", kernel->standing.product,
                      kernel->standing.is_modelled ? _(", modelled") : "",
                      kernel->standing.medal == MEDAL_NONE ? "" : _(verdict_medal_name(kernel->standing.medal)));
    }
    if (portfolio->roof.product)
        buffer_append_text(out, "\n![Roofline](figures/roofline.svg)\n");
}

bool portfolio_folder(struct app *app, const struct portfolio *portfolio, const char *folder,
                      struct certificate_progress progress, struct error *error)
{
    CLEANUP(buffer_done) struct buffer page = BUFFER_INIT, readme = BUFFER_INIT;
    if (!file_make_folders(folder, error))
        return false;
    portfolio_page(portfolio, &page);
    append_readme(portfolio, &readme);
    buffer_append_text(&readme, "\n");
    return write_certificates(app, portfolio, folder, progress, &readme, error) &&
           write_text(folder, "report.html", &page, error) && write_text(folder, "README.md", &readme, error) &&
           write_kernels(portfolio, folder, error) && write_figures(portfolio, folder, error);
}
