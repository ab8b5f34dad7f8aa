/* $title

   A reduced soft body under control, written by `softrein export --c` from the bundle $name. C99, with no
   library but libm. Nothing is allocated, and nothing is global but constants: all that changes is in a
   model_body, so that there may be many, each for one thread.

       static model_body body;
       model_reset(&body);
       model_push(&body, force);
       while (model_step(&body) == MODEL_DONE) ...

   Symbols are those of softrein's NOTATION.md: the state is z = (p, v), displacements p (m kg^1/2) and
   velocities v; a reduced force (N kg^-1/2) is U^T f of a force f on the vertices, where u = U p. */ //? !handle
//{ handle
   velocities v; a reduced force (N kg^-1/2) is U^T f of a force f on the vertices, where u = U p.

   The handle, by which the body is held, moves as the motion has it, and all of these are in the frame that
   goes along. Places that functions tell are in space, x = o + t + R (X + u - o), and so is the force that
   model_push_at takes. Its inputs are a = R^T t'' - (R^T - 1) g (m/s^2), the angular velocity w (rad/s) and its
   rate q (rad/s^2), all in the frame's axes. */
//}

#ifndef MODEL_H
#define MODEL_H

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MODEL_RANK = $rank,         /* r, reduced coordinates */
    MODEL_STATE = 2 * MODEL_RANK,
    MODEL_PADDED = $padded,       /* of a row of a matrix, r rounded up to a multiple of 8 */
    MODEL_INPUTS = $inputs,       /* of a step: reduced forces, what drives cables and chambers, 12 of each tool */ //? !handle
    MODEL_INPUTS = $inputs,       /* of a step: reduced forces, what drives cables and chambers, and the handle's a, w, q */ //? handle
    MODEL_CONTROLS = $controls,     /* s, of the feedback */
    MODEL_STEPS = $steps,       /* T, of the motion */
    MODEL_MONOMIALS = $monomials,    /* 1, p and the products p_i p_j, rounded up to a multiple of 8 */ //? polynomial
    MODEL_PATCHES = $patches,      /* of elements that share their mean volume */ //? patches
    MODEL_CABLES = $cables, //? cables
    MODEL_CHAMBERS = $chambers, //? chambers
    MODEL_AHEAD = $ahead_steps,       /* steps, of a plan */ //? plans
    MODEL_COLUMNS = (MODEL_STATE + MODEL_CONTROLS + 7) / 8 * 8, /* of a step's Jacobian, by state and control */ //? plans
    MODEL_MARKERS = $markers,      /* coordinates that sensors measure */ //? observer
    MODEL_SHAPES = $shapes,       /* that the body may touch */ //? contact
    MODEL_SAMPLES = $samples,    /* of the surface, which may touch them */ //? contact
    MODEL_VERTICES = $vertices,     /* of the surface */
    MODEL_TRIANGLES = $triangles
};

/* What came of a step: done; not taken, because the motion has ended, or because it fails in all its parts. */
enum { MODEL_DONE = 1, MODEL_ENDED = 0, MODEL_FAILED = -1 };

//{ tools
/* Shapes that move as the motion has it, or as model_move says. */
enum {
    $tools,
    MODEL_TOOLS
};

//}
//{ axes
/* Boxes and capsules that move freely, for model_pose. */
enum {
    $things,
    MODEL_THINGS
};

//}
//{ points
/* The points that have names: the vertex nearest to the middle of each region. */
enum {
    $points,
    MODEL_POINTS
};

//}
//{ contact
/* A sample of the surface that touches a shape. */
typedef struct {
    int shape, sample;
    double force[3];      /* on the body, N */
    double normal[3], pressed, closing; /* of friction and damping: n, F and C */ //? !axes
    double normal[3], pressed, closing; /* of friction and damping: n (of what has axes in its frame), F, C */ //? axes
    double blocks[4][9];  /* of its stiffness */ //? !plans
    double blocks[6][9];  /* of its stiffness, and for a given v_mid of how its force goes by where the step began */ //? plans
    double acting[5][3], arms[2][3], turns[9], within[3]; //? things
    int points[5]; /* samples it acts on: its own; of free things the middle, turning or axes; or -1 */ //? things
} model_touch;

//}
${plan_types}typedef struct {
    double state[MODEL_STATE];      /* z = (p, v) */
    int step;                       /* k, the next step of the motion */
    int controlled;                 /* 1: feedback acts; 0: the motion's own loads alone */
    double push[MODEL_RANK];        /* the reduced force that disturbs, until it is changed */
    double moves[MODEL_TOOLS][12];  /* how tools move in the coming step, see model_move */ //? tools
    int moved[MODEL_TOOLS];         /* which of them do */ //? tools
    double given[MODEL_CONTROLS];   /* what is added to the feedback, or stands in its place */
    double control[MODEL_CONTROLS]; /* the last step's, of both together, beside the motion's own part */
    int expects;                    /* 1: plans reckon with `push`, and that it fades; model_reset sets 0 */ //? expects
    model_plan plan;                /* whoever sets `state` or `step` by hand sets plan.count = 0, too */ //? plans

    /* Working memory of a step. */
    double (*jacobian)[MODEL_COLUMNS]; /* of what was stepped so far, if somebody asks */ //? plans
    int projected; /* whether K where a part began was made positive semidefinite */ //? projects
    double variation[MODEL_RANK][MODEL_PADDED], middle[MODEL_RANK][MODEL_COLUMNS]; /* N, and dv_mid by state and control */ //? plans
    double pulls[MODEL_INPUTS - MODEL_RANK][MODEL_RANK]; /* force of a unit of what drives cables, chambers */ //? muscles
    double position[MODEL_RANK], velocity[MODEL_RANK]; /* p_mid and v_mid */
    $wide exact[MODEL_RANK]; /* p_mid, not rounded */ //? wide
    $wide force[MODEL_RANK], residual[MODEL_RANK];
    double direction[MODEL_RANK], pivots[MODEL_RANK];
    double loads[MODEL_RANK]; /* the force of cables, chambers and contact */ //? loads
    $wide curved[MODEL_RANK]; /* curvature along the direction */ //? minimises
    $wide start[MODEL_RANK][MODEL_PADDED]; /* K at a step's start */ //? minimises
    $wide stiffness[MODEL_RANK][MODEL_PADDED];
    double tangent[MODEL_RANK][MODEL_PADDED];
    $wide monomials[MODEL_MONOMIALS], product[MODEL_MONOMIALS]; //? polynomial
    $wide stresses[9][MODEL_PADDED]; /* D B of an element */ //? sampled
    $wide mean[MODEL_PATCHES], slope[MODEL_PATCHES][MODEL_PADDED]; /* theta of patches, and dtheta/dp */ //? patches
    $wide changed[MODEL_RANK][MODEL_PADDED]; /* for d(K v)/dp */ //? curves
    $wide place[MODEL_RANK]; //? curves
    double cable_stiffness[MODEL_RANK][MODEL_PADDED]; //? cables
    double bulges[MODEL_CHAMBERS][MODEL_RANK][MODEL_RANK]; //? chambers
    double driven[MODEL_INPUTS - MODEL_RANK]; /* what drives cables, then chambers, and how tools or the handle move */ //? driven
//{ contact
    model_touch touches[MODEL_SHAPES * MODEL_SAMPLES];
    double poses[3][MODEL_SHAPES][12], speeds[MODEL_SHAPES][6], travel[MODEL_SHAPES]; /* of a part of a step */
    double half; /* h/2 of it */
    double lacking[MODEL_RANK]; /* of the motion's inputs in this step those on free things: what touch lacks of the full one's */ //? things
    double idle[MODEL_RANK]; /* those of them on things out of the body's reach in the part, which do not act */ //? things
    double turned; /* how far the fastest of what has axes turns in the part, sqrt(2) rad */ //? things
    double spins[MODEL_SHAPES][9], rates[MODEL_SHAPES][3][3]; /* of free things: W, or e_c' e_c^T and e_c' */ //? things
    double kept[MODEL_SHAPES][12]; /* the poses at which contacts were kept last */ //? axes
    double from[MODEL_RANK], begun[MODEL_SHAPES][MODEL_SAMPLES][4];
    double seen[MODEL_RANK], seen_poses[MODEL_SHAPES][12], seen_far[MODEL_SHAPES]; /* when all were looked at */
    double gaps[MODEL_SHAPES][MODEL_SAMPLES];
    unsigned char known[MODEL_SHAPES][MODEL_SAMPLES];
    int touching, curves, looked, fruitless;
//}
    double constant[MODEL_RANK], by_place[MODEL_RANK][MODEL_RANK], by_speed[MODEL_RANK][MODEL_RANK]; /* c, P and V of inertia */ //? handle
    double carry[9]; /* how the handle moves in the coming step, in place of its way */ //? handheld
    int carries; /* whether it does */ //? handheld
    int turning; /* whether Newton's matrix is not symmetric, in contact or as the handle moves */ //? turning
} model_body;

/* Low and high of each control, of feedback and the motion's own part together: $units. */
extern const double model_limits[MODEL_CONTROLS][2];
/* Corners of the surface's triangles, counter-clockwise seen from outside, for model_surface. */
extern const int model_triangles[MODEL_TRIANGLES][3];
//{ handle
/* Of the handle's frame at each step and at the end: where its origin is (m), and its rotation row by row. */
extern const double model_poses[MODEL_STEPS + 1][12];
//}

$declarations

#ifdef __cplusplus
}
#endif

#endif
