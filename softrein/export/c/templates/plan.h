/* Controls and states of steps that lie ahead. */
typedef struct {
    double states[MODEL_AHEAD + 1][MODEL_STATE], controls[MODEL_AHEAD][MODEL_CONTROLS];
} model_run;

/* The newest plan has the states and controls of runs[run], and gains[fed]. */
typedef struct {
    int count, first, run, fed; /* how many steps it has, 0: there is no plan; the first of them */
    double cost, most; /* of the newest plan; what a run may cost before it is given up */
    model_run runs[3];
    double gains[2][MODEL_AHEAD][MODEL_CONTROLS][MODEL_STATE];

    /* Working memory. */
    int known[MODEL_AHEAD]; /* which Jacobians are those of the run at hand */
    double jacobians[MODEL_AHEAD][MODEL_STATE][MODEL_COLUMNS], changes[MODEL_AHEAD][MODEL_CONTROLS];
    double value[MODEL_STATE][MODEL_COLUMNS], slope[MODEL_STATE], expected[2]; /* V and v; what d changes of the cost, to first and second order */
    double seen[MODEL_RANK], seen_poses[MODEL_SHAPES][12], seen_far[MODEL_SHAPES]; /* what plans saw of shapes */ //? contact
    double gaps[MODEL_SHAPES][MODEL_SAMPLES]; //? contact
    int looked, fruitless; //? contact
    double left[MODEL_AHEAD + 1], ending[MODEL_STATE]; /* of the force that is expected: its fading; behind a plan */ //? expects
    double product[MODEL_COLUMNS][MODEL_COLUMNS], quadratic[MODEL_COLUMNS][MODEL_COLUMNS];
} model_plan;
