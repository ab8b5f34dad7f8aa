/* $title

   A reduced flow under control, with particles in it, written by `softrein export --c` from the bundle $name.
   C99, with no library but libm. Nothing is allocated, and nothing is global but constants: all that changes
   is in a model_smoke, so that there may be many, each for one thread.

       static model_smoke smoke;
       model_reset(&smoke);
       while (model_step(&smoke) == MODEL_DONE) ...

   Symbols are those of softrein's NOTATION.md: the state is (p, z), the particles' places p (m), one after the
   other, and the reduced velocities z ($unit/s); a reduced force ($unit/s^2) is U^T f of a wind f. */

#ifndef MODEL_H
#define MODEL_H

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MODEL_AXES = $axes,         /* d, of the plane or of space */
    MODEL_RANK = $rank,         /* r, reduced velocities */
    MODEL_PARTICLES = $particles,     /* N, those that are steered */
    MODEL_STATE = MODEL_AXES * MODEL_PARTICLES + MODEL_RANK,
    MODEL_INPUTS = $inputs,       /* of a step: reduced forces, and then velocities that carry the particles besides */
    MODEL_CONTROLS = $controls,     /* s, of the feedback */
    MODEL_AHEAD = $ahead_steps,       /* steps, of a plan */ //? plans
    MODEL_COLUMNS = (MODEL_STATE + MODEL_CONTROLS + 7) / 8 * 8, /* of a step's Jacobian, by state and control */ //? plans
    MODEL_STEPS = $steps,       /* T, of the motion */
    MODEL_MONOMIALS = $monomials   /* products z_j z_k, and z, rounded up to a multiple of 8 */
};

/* What came of a step: done; not taken, because the motion has ended, or because it overflows. */
enum { MODEL_DONE = 1, MODEL_ENDED = 0, MODEL_FAILED = -1 };

${plan_types}typedef struct {
    double state[MODEL_STATE];      /* the particles' places, and z */
    int step;                       /* k, the next step of the motion */
    int controlled;                 /* 1: feedback acts; 0: the motion's own wind alone */
    double push[MODEL_RANK];        /* the reduced force that disturbs, until it is changed */
    double given[MODEL_CONTROLS];   /* what is added to the feedback, or stands in its place */
    double control[MODEL_CONTROLS]; /* the last step's, of both together, beside the motion's own part */
    model_plan plan;                /* whoever sets `state` or `step` by hand sets plan.count = 0, too */ //? plans

    /* Working memory of a step. */
    double (*jacobian)[MODEL_COLUMNS]; /* of what was stepped so far, if somebody asks */ //? plans
    double varied[MODEL_STATE][MODEL_COLUMNS], rates[MODEL_STATE][MODEL_COLUMNS]; /* of it */ //? plans
    double sums[MODEL_STATE][MODEL_COLUMNS], flow_slopes[MODEL_RANK][MODEL_RANK]; //? plans
    double monomials[MODEL_MONOMIALS];
    double system[MODEL_RANK][MODEL_RANK], turning[MODEL_RANK][MODEL_RANK]; //? midpoint
} model_smoke;

/* Low and high of each control, of feedback and the motion's own part together: $units. */
extern const double model_limits[MODEL_CONTROLS][2];

$declarations

#ifdef __cplusplus
}
#endif

#endif
