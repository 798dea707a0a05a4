/* `doctor`. */
#include "app/doctor.h"
#include "cli/command.h"
#include "cli/output.h"

static const char *const state_words[] = {
    [DOCTOR_GOOD] = "good",
    [DOCTOR_NOTE] = "note",
    [DOCTOR_MISSING] = "MISSING",
};

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
        output_line("%-8s %-12s %s", state_words[result.state], result.name, result.found);
        if (result.mend[0])
            output_line("%-8s %-12s %s", "", "", result.mend);
        if (result.state == DOCTOR_MISSING)
            status = EXIT_ENVIRONMENT;
    }
    return status;
}
