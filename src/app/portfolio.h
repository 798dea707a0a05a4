/*
 * The portfolio: what a learner shows of the course, as a page, a card or a folder.
 *
 * Everything comes from the record: certificates and badges, and the tables that grow through the
 * course. Of each passed exercise it has the fastest kernel with its source, and its place below
 * the roofline. A page has no script and needs no network. It follows the reader's choice of light
 * or dark, and prints.
 */
#ifndef APP_PORTFOLIO_H
#define APP_PORTFOLIO_H

#include "app/certificate_file.h"
#include "app/overview.h"
#include "app/standings.h"
#include "progress/analytics.h"

/* A passed exercise that is timed, by its fastest attempt. */
struct portfolio_kernel {
    const struct exercise *exercise;
    struct standing standing;
    const char *source;
};

struct portfolio {
    const char *name; /* of the learner; NULL: none is given */
    struct overview overview;
    struct progress_statistics statistics;
    struct standings_tables tables;
    struct portfolio_kernel *kernels; /* in the order of the course */
    size_t kernel_count;
    struct roof roof; /* of the chosen GPU; product NULL: unknown */
};

/* Lives in `arena`. */
bool portfolio_read(struct app *app, const char *name, struct arena *arena, struct portfolio *out_portfolio,
                    struct error *error);

/* The whole page. */
void portfolio_page(const struct portfolio *portfolio, struct buffer *out_html);

/* One result as a picture of 800 by 418. NOT_FOUND: the exercise was not passed with a time. */
bool portfolio_card(const struct portfolio *portfolio, const char *exercise, struct buffer *out_svg,
                    struct error *error);

/*
 * Any picture as PNG, at twice the size that the SVG gives. rsvg-convert of librsvg draws it.
 * NOT_FOUND: it is not installed.
 */
bool portfolio_png(const struct app *app, const struct buffer *svg, struct buffer *out_png, struct error *error);

/*
 * A folder to put under version control: README.md, report.html, kernels/, figures/, and a file for
 * each certificate that is earned. Files that are there already are written anew; others stay.
 */
bool portfolio_folder(struct app *app, const struct portfolio *portfolio, const char *folder,
                      struct certificate_progress progress, struct error *error);

/*
 * Whether the exercise can be exported at all. UNSUPPORTED, or NOT_FOUND without a formula; a hint
 * names exercises of its week that can.
 */
bool portfolio_torch_check(const struct app *app, const struct exercise *exercise, struct error *error);

/*
 * A kernel as a folder that PyTorch runs. A module builds it by load_inline, with its launch plan
 * as a host function. A script compares and times it beside the formula in PyTorch. Files that are
 * there already are written anew.
 */
bool portfolio_torch(const struct app *app, const struct exercise *exercise, const struct source *source,
                     const char *folder, struct error *error);

#endif
