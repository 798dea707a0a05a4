/* `doctor`. */
#include "app/doctor.h"
#include "base/i18n.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"

static const char *const state_words[] = {
    [DOCTOR_GOOD] = N_("good"),
    [DOCTOR_NOTE] = N_("info"),
    [DOCTOR_MISSING] = N_("MISSING"),
};

enum { STATE_COLUMNS = 9, NAME_COLUMNS = 19 };

static void print_row(const char *state, const char *name, const char *text)
{
    CLEANUP(buffer_done) struct buffer line = BUFFER_INIT;
    text_append_padded(&line, state, STATE_COLUMNS, TEXT_LEFT);
    text_append_padded(&line, name, NAME_COLUMNS, TEXT_LEFT);
    output_line("%s%s", buffer_text(&line), text);
}

int command_doctor(struct invocation *invocation)
{
    int status = EXIT_ENVIRONMENT;
    CLEANUP(app_close) struct app *app = output_open_app(invocation, &status);
    if (!app)
        return status;
    CLEANUP(doctor_free) struct doctor *doctor = doctor_new(app);
    if (!doctor)
        return EXIT_ENVIRONMENT;
    status = EXIT_PASSED;
    for (size_t i = 0; i < doctor_check_count(); i++) {
        struct doctor_result result;
        doctor_check(doctor, i, &result);
        print_row(_(state_words[result.state]), _(result.name), result.found);
        if (result.mend[0])
            print_row("", "", result.mend);
        if (result.state == DOCTOR_MISSING)
            status = EXIT_ENVIRONMENT;
    }
    return status;
}
