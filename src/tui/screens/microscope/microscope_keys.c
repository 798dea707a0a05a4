/* Keys and clicks of the microscope. */
#include <stdio.h>

#include "base/i18n.h"
#include "tui/screens/microscope/microscope.h"

static void choose_variable(struct microscope_screen *screen, int step)
{
    const struct microscope_view *view = screen->view;
    int count = (int)view->step.variable_count, chosen = microscope_chosen_variable(screen);
    if (chosen < 0)
        return;
    do
        chosen = (chosen + step + count) % count;
    while (view->variables[chosen].depth);
    snprintf(screen->chosen_variable, sizeof screen->chosen_variable, "%s", view->variables[chosen].name);
}

static void act_variables(struct shell *shell, void *state, enum action action)
{
    const struct microscope_screen *screen = state;
    (void)action;
    if (screen->view && shell->microscope &&
        !microscope_show_variables(shell->microscope, !microscope_shows_variables(screen)))
        shell_say(shell, STYLE_WARNING, "%s", _("Still busy"));
}

static void act_lane(struct shell *shell, void *state, enum action action)
{
    struct microscope_screen *screen = state;
    if (!screen->view)
        return;
    if (microscope_shows_variables(screen))
        screen->lane = (screen->lane + (action == ACTION_NEXT_LANE ? 1 : VGPU_STEP_LANES - 1)) % VGPU_STEP_LANES;
    else
        shell_say(shell, STYLE_DIM, "%s", _("Registers are shown for all lanes; v shows variables"));
}

static void wish(struct shell *shell, struct microscope_screen *screen, const struct stepping_command *command)
{
    screen->wish = *command;
    if (shell->microscope && !microscope_move(shell->microscope, command))
        shell_say(shell, STYLE_WARNING, "%s", _("Still busy"));
}

/* Beside variables, steps go by lines: into functions, back, or over functions. */
static bool move_by_line(struct shell *shell, struct microscope_screen *screen, enum action action)
{
    struct stepping_command into = {.move = STEPPING_RUN, .goal = VGPU_STEP_NEXT_LINE}, over = into;
    struct stepping_command back = {.move = STEPPING_BACK_LINE};
    if (!microscope_shows_variables(screen))
        return false;
    over.number = screen->view->step.call_count;
    if (action == ACTION_STEP_FORWARD)
        wish(shell, screen, &into);
    else if (action == ACTION_STEP_LINE)
        wish(shell, screen, &over);
    else if (action == ACTION_STEP_BACKWARD)
        wish(shell, screen, &back);
    else
        return false;
    return true;
}

static void act_move(struct shell *shell, void *state, enum action action)
{
    static const struct {
        enum action action;
        struct stepping_command command;
    } moves[] = {
        {ACTION_STEP_FORWARD, {.move = STEPPING_RUN, .goal = VGPU_STEP_INSTRUCTION, .number = 1}},
        {ACTION_STEP_BACKWARD, {.move = STEPPING_BACK, .number = 1}},
        {ACTION_STEP_LINE, {.move = STEPPING_RUN, .goal = VGPU_STEP_NEXT_LINE}},
        {ACTION_STEP_BARRIER, {.move = STEPPING_RUN, .goal = VGPU_STEP_BARRIER}},
        {ACTION_STEP_ACCESS, {.move = STEPPING_RUN, .goal = VGPU_STEP_ACCESS}},
        {ACTION_NEXT_FINDING, {.move = STEPPING_RUN, .goal = VGPU_STEP_FINDING}},
        {ACTION_TOP, {.move = STEPPING_RUN, .goal = VGPU_STEP_POSITION}},
        {ACTION_BOTTOM, {.move = STEPPING_RUN, .goal = VGPU_STEP_END}},
    };
    struct microscope_screen *screen = state;
    bool is_done = move_by_line(shell, screen, action);
    for (size_t i = 0; !is_done && i < sizeof moves / sizeof moves[0]; i++)
        if (moves[i].action == action)
            wish(shell, screen, &moves[i].command);
}

static void act_warp(struct shell *shell, void *state, enum action action)
{
    struct microscope_screen *screen = state;
    if (!screen->view)
        return;
    uint32_t count = screen->view->step.warp_count, warp = screen->view->step.warp;
    warp = (warp + (action == ACTION_NEXT_WARP ? 1 : count - 1)) % count;
    wish(shell, screen, &(struct stepping_command){.move = STEPPING_WATCH, .number = warp});
}

/* Another block starts from its beginning, with the same warp. */
static void go_to_block(struct shell *shell, const struct stepping_view *view, uint64_t block)
{
    uint32_t position[3] = {(uint32_t)(block % view->grid[0]), (uint32_t)(block / view->grid[0] % view->grid[1]),
                            (uint32_t)(block / view->grid[0] / view->grid[1])};
    uint32_t thread = view->warp * VGPU_STEP_LANES, lane[3] = {0};
    lane[0] = thread % view->block_shape[0];
    lane[1] = thread / view->block_shape[0] % view->block_shape[1];
    lane[2] = thread / view->block_shape[0] / view->block_shape[1];
    if (shell->microscope && !microscope_go(shell->microscope, position, lane))
        shell_say(shell, STYLE_WARNING, "%s", _("Still busy"));
}

static uint64_t block_count(const struct stepping_view *view)
{
    return (uint64_t)view->grid[0] * view->grid[1] * view->grid[2];
}

static void run_to(struct shell *shell, struct microscope_screen *screen, int line)
{
    wish(shell, screen,
         &(struct stepping_command){.move = STEPPING_RUN, .goal = VGPU_STEP_LINE, .number = (uint64_t)line});
}

static void refuse_number(struct shell *shell, const char *text)
{
    shell_say(shell, STYLE_WARNING, _("'%s' is not a number"), text);
    prompt_again(shell);
}

static void take_line(struct shell *shell, const char *text, bool done)
{
    const struct screen *top = shell_top(shell);
    int line = 0;
    if (!done || !*text || top->id != SCREEN_MICROSCOPE)
        return;
    if (sscanf(text, "%d", &line) == 1 && line > 0)
        run_to(shell, top->state, line);
    else
        refuse_number(shell, text);
}

static void act_line(struct shell *shell, void *state, enum action action)
{
    const struct microscope_screen *screen = state;
    (void)action;
    if (screen->view)
        prompt_text(shell, _("Run to line: "), false, take_line);
}

void microscope_click(struct shell *shell, void *state, int target)
{
    struct microscope_screen *screen = state;
    if (!screen->view)
        return;
    if (target >= TARGET_LINES)
        run_to(shell, screen, target - TARGET_LINES);
    else if (target >= TARGET_LANES)
        screen->lane = (target - TARGET_LANES) % VGPU_STEP_LANES;
    else if (target < (int)screen->view->step.variable_count)
        snprintf(screen->chosen_variable, sizeof screen->chosen_variable, "%s", screen->view->variables[target].name);
}

static void act_block(struct shell *shell, void *state, enum action action)
{
    const struct microscope_screen *screen = state;
    if (!screen->view)
        return;
    const struct stepping_view *view = &screen->view->step;
    uint64_t count = block_count(view);
    if (count == 1) {
        shell_say(shell, STYLE_DIM, "%s", _("The grid has one block"));
        return;
    }
    go_to_block(shell, view, (view->block_index + (action == ACTION_NEXT_BLOCK ? 1 : count - 1)) % count);
}

static void take_block(struct shell *shell, const char *text, bool done)
{
    const struct screen *top = shell_top(shell);
    const struct microscope_screen *screen = top->id == SCREEN_MICROSCOPE ? top->state : NULL;
    unsigned x = 0, y = 0, z = 0;
    if (!done || !*text || !screen || !screen->view)
        return;
    const struct stepping_view *view = &screen->view->step;
    if (sscanf(text, "%u , %u , %u", &x, &y, &z) < 1) {
        refuse_number(shell, text);
    } else if (x >= view->grid[0] || y >= view->grid[1] || z >= view->grid[2]) {
        shell_say(shell, STYLE_WARNING, _("The grid has %u x %u x %u blocks, counted from 0"), view->grid[0],
                  view->grid[1], view->grid[2]);
        prompt_again(shell);
    } else {
        go_to_block(shell, view, ((uint64_t)z * view->grid[1] + y) * view->grid[0] + x);
    }
}

static void act_choose_block(struct shell *shell, void *state, enum action action)
{
    const struct microscope_screen *screen = state;
    (void)action;
    if (screen->view)
        prompt_text(shell, _("Block x,y,z: "), false, take_block);
}

static void act_launch(struct shell *shell, void *state, enum action action)
{
    const struct microscope_screen *screen = state;
    if (!screen->view)
        return;
    const struct stepping_view *view = &screen->view->step;
    if (action == ACTION_PREVIOUS_LAUNCH && view->launch == 0)
        shell_say(shell, STYLE_DIM, "%s", _("This is the first launch on this device"));
    else if (shell->microscope &&
             !microscope_go_to_launch(shell->microscope, view->launch + (action == ACTION_NEXT_LAUNCH ? 1 : -1),
                                      view->device))
        shell_say(shell, STYLE_WARNING, "%s", _("Still busy"));
}

static void act_device(struct shell *shell, void *state, enum action action)
{
    const struct microscope_screen *screen = state;
    (void)action;
    if (!screen->view)
        return;
    const struct stepping_view *view = &screen->view->step;
    if (view->device_count < 2)
        shell_say(shell, STYLE_DIM, "%s", _("This plan runs on one device"));
    else if (shell->microscope &&
             !microscope_go_to_launch(shell->microscope, 0, (view->device + 1) % view->device_count))
        shell_say(shell, STYLE_WARNING, "%s", _("Still busy"));
}

static void act_register(struct shell *shell, void *state, enum action action)
{
    struct microscope_screen *screen = state;
    (void)shell;
    if (microscope_shows_variables(screen)) {
        choose_variable(screen, action == ACTION_DOWN ? 1 : -1);
        return;
    }
    int chosen = screen->view ? microscope_chosen_register(screen) : -1;
    if (chosen < 0)
        return;
    int count = (int)screen->view->step.register_count;
    chosen = (chosen + (action == ACTION_DOWN ? 1 : count - 1)) % count;
    snprintf(screen->chosen, sizeof screen->chosen, "%s", screen->view->registers[chosen].name);
}

static void act_follow(struct shell *shell, void *state, enum action action)
{
    struct microscope_screen *screen = state;
    (void)shell, (void)action;
    screen->chosen[0] = screen->chosen_variable[0] = '\0';
}

static void act_base(struct shell *shell, void *state, enum action action)
{
    struct microscope_screen *screen = state;
    (void)shell, (void)action;
    screen->base = (enum microscope_base)((screen->base + 1) % BASE_COUNT);
}

const struct action_handler microscope_handlers[] = {
    {ACTION_STEP_FORWARD, act_move},    {ACTION_STEP_BACKWARD, act_move},
    {ACTION_STEP_LINE, act_move},       {ACTION_STEP_TO, act_line},
    {ACTION_STEP_BARRIER, act_move},    {ACTION_STEP_ACCESS, act_move},
    {ACTION_NEXT_FINDING, act_move},    {ACTION_TOP, act_move},
    {ACTION_BOTTOM, act_move},          {ACTION_NEXT_WARP, act_warp},
    {ACTION_PREVIOUS_WARP, act_warp},   {ACTION_NEXT_BLOCK, act_block},
    {ACTION_PREVIOUS_BLOCK, act_block}, {ACTION_CHOOSE_BLOCK, act_choose_block},
    {ACTION_NEXT_LAUNCH, act_launch},   {ACTION_PREVIOUS_LAUNCH, act_launch},
    {ACTION_NEXT_DEVICE, act_device},   {ACTION_VARIABLES, act_variables},
    {ACTION_NEXT_LANE, act_lane},       {ACTION_PREVIOUS_LANE, act_lane},
    {ACTION_UP, act_register},          {ACTION_DOWN, act_register},
    {ACTION_FOLLOW, act_follow},        {ACTION_BASE, act_base},
    {ACTION_BACK, shell_act_back},      {ACTION_NONE, NULL},
};
