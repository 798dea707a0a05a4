/* The memory model FSRS-6. */
#include "progress/recall.h"

#include <math.h>

/* The names are those of the published formulas: w0, w1, ... */
static const double w[] = {0.212,  1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001,  1.8722, 0.1666, 0.796,
                           1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542};

enum { GRADE_EASY = 4, INTERVAL_DAYS_MAX = 36500 };

static const double stability_least = 0.001;

static double clamp_difficulty(double difficulty)
{
    return fmin(fmax(difficulty, 1), 10);
}

static double first_difficulty(double grade)
{
    return w[4] - exp(w[5] * (grade - 1)) + 1;
}

double recall_probability(const struct recall *recall, double days)
{
    double factor = pow(0.9, -1 / w[20]) - 1;
    return pow(1 + factor * days / recall->stability_days, -w[20]);
}

static double after_forgetting(const struct recall *recall, double probability)
{
    double longer = w[11] * pow(recall->difficulty, -w[12]) * (pow(recall->stability_days + 1, w[13]) - 1) *
                    exp((1 - probability) * w[14]);
    return fmin(longer, recall->stability_days / exp(w[17] * w[18]));
}

static double after_recalling(const struct recall *recall, double probability, enum recall_grade grade)
{
    double growth = exp(w[8]) * (11 - recall->difficulty) * pow(recall->stability_days, -w[9]) *
                    (exp((1 - probability) * w[10]) - 1);
    return recall->stability_days * (1 + growth * (grade == RECALL_HARD ? w[15] : 1));
}

/* Moves towards the difficulty of an easy answer, so that nothing stays hard for ever. */
static double next_difficulty(double difficulty, enum recall_grade grade)
{
    double change = -w[6] * ((int)grade - RECALL_GOOD) * (10 - difficulty) / 9;
    return clamp_difficulty(w[7] * first_difficulty(GRADE_EASY) + (1 - w[7]) * (difficulty + change));
}

void recall_answer(struct recall *recall, double days, enum recall_grade grade)
{
    if (recall->stability_days <= 0) {
        *recall = (struct recall){w[grade - 1], clamp_difficulty(first_difficulty(grade))};
        return;
    }
    double probability = recall_probability(recall, days);
    double stability_days =
        grade == RECALL_AGAIN ? after_forgetting(recall, probability) : after_recalling(recall, probability, grade);
    recall->difficulty = next_difficulty(recall->difficulty, grade);
    recall->stability_days = fmax(stability_days, stability_least);
}

int recall_interval_days(const struct recall *recall)
{
    double days = round(recall->stability_days);
    return days < 1 ? 1 : days > INTERVAL_DAYS_MAX ? INTERVAL_DAYS_MAX : (int)days;
}
