/* `doctor`. */
#include "app/doctor.h"
#include "base/i18n.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/session.h"

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

bool command_doctor(struct session *session, struct error *error)
{
    CLEANUP(doctor_free) struct doctor *doctor = doctor_new(session->app);
    if (!doctor)
        return error_set(error, ERROR_MEMORY, "out of memory");
    for (size_t i = 0; i < doctor_check_count(); i++) {
        struct doctor_result result;
        doctor_check(doctor, i, &result);
        print_row(_(state_words[result.state]), _(result.name), result.found);
        if (result.mend[0])
            print_row("", "", result.mend);
        if (result.state == DOCTOR_MISSING)
            session->status = EXIT_ENVIRONMENT;
    }
    return true;
}
