/* $name as a unit for co-simulation by FMI 3.0 (https://fmi-standard.org), around model.c. Its types are those of
   the standard; functions of other kinds of units, and of types that no variable has, return an error. */

#include <math.h> //? tools
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

#if defined _WIN32
#define SHARED __declspec(dllexport)
#else
#define SHARED
#endif

enum { OK = 0, ERROR = 3 }; /* of fmi3Status */
enum {
    VARIABLES = $variables, /* in floating point; value references: 0 is time */
    SETTABLE = $settable,   /* the first of them are inputs */
    FLAGS = $flags          /* whether it is controlled, and which tools are moved */
};
static const double step_size = $step; /* s */
static const size_t starts[VARIABLES + 1] = {$starts}; /* where each begins in `values` */

/* All that changes as it runs, without a pointer that is set between steps: it may be kept, and written to a file. */
typedef struct {
    double values[$values];
    bool flags[FLAGS];
    double begun; /* s */
    int taken;    /* steps */
    model_$kind model;
} course;

typedef struct {
    course now;
    bool early; /* whether a step may return before its end */
    void *environment;
    void (*log)(void *environment, int status, const char *category, const char *message);
} unit;

/* A course as bytes: of which unit, and a checksum of what follows. */
typedef struct {
    char token[sizeof "$token"];
    uint64_t checksum;
    course kept;
} written;

//{ tools
/* A turn by `scale` times a rotation vector, as a unit quaternion. */
static void turn_by(const $real *vector, double scale, double *turn) {
    double angle = 0.0;
    for (int a = 0; a < 3; a++) angle += vector[a] * vector[a];
    angle = sqrt(angle);
    turn[0] = cos(0.5 * scale * angle);
    for (int a = 0; a < 3; a++) turn[1 + a] = angle > 0.0 ? sin(0.5 * scale * angle) / angle * vector[a] : 0.0;
}

/* Where a tool is `since` s after the instant of its pose, as it goes on with its velocities. */
static void go_on($real *way, double since) {
    double p[4], q[4], r[4], sine, angle;
    turn_by(way + 9, since, p);
    turn_by(way + 3, 1.0, q);
    r[0] = p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3];
    for (int a = 1, b = 2, c = 3; a <= 3; a++, b = b % 3 + 1, c = c % 3 + 1)
        r[a] = p[0] * q[a] + q[0] * p[a] + p[b] * q[c] - p[c] * q[b];
    sine = sqrt(r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
    angle = 2.0 * atan2(sine, r[0]);
    for (int a = 0; a < 3; a++) {
        way[a] += ($real)(since * way[6 + a]);
        way[3 + a] = sine > 0.0 ? ($real)(angle / sine * r[1 + a]) : 0;
    }
}
//}

/* What inputs say, to the model before a step that begins `since` s after the instant for which they were set. */
static void apply(course *u, double since) {
    const double *x = u->values + 1;
    static const $real none[MODEL_RANK];
    model_push(&u->model, none);
    u->model.controlled = u->flags[0];
//{ points
    for (int point = 0; point < MODEL_POINTS; point++, x += 3) {
        $real force[3] = {($real)x[0], ($real)x[1], ($real)x[2]};
        model_push_at(&u->model, point, force);
    }
//}
//{ smoke
    $real at[MODEL_AXES], wind[MODEL_AXES];
    for (int a = 0; a < MODEL_AXES; a++) at[a] = ($real)x[a], wind[a] = ($real)x[MODEL_AXES + 1 + a];
    model_push_at(&u->model, at, ($real)x[MODEL_AXES], wind);
    x += 2 * MODEL_AXES + 1;
//}
    for (int c = 0; c < MODEL_CONTROLS; c++) u->model.given[c] = ($real)*x++;
//{ tools
    for (int tool = 0; tool < MODEL_TOOLS; tool++, x += 12) {
        $real way[12];
        for (int i = 0; i < 12; i++) way[i] = ($real)x[i];
        go_on(way, since);
        if (u->flags[1 + tool]) model_move(&u->model, tool, way);
    }
//}
    (void)since;
}

/* What the model does, to outputs after a step. */
static void tell(course *u) {
    double *x = u->values + starts[SETTABLE];
    u->values[0] = u->begun + u->taken * step_size;
//{ points
    for (int point = 0; point < MODEL_POINTS; point++) {
        $real place[3];
        model_position(&u->model, point, place);
        for (int a = 0; a < 3; a++) *x++ = place[a];
    }
//}
//{ axes
    for (int thing = 0; thing < MODEL_THINGS; thing++) {
        $real pose[12];
        model_pose(&u->model, thing, pose);
        for (int i = 0; i < 12; i++) *x++ = pose[i];
    }
//}
    for (int i = 0; i < MODEL_AXES * MODEL_PARTICLES; i++) *x++ = u->model.state[i]; //? smoke
    for (int c = 0; c < MODEL_CONTROLS; c++) *x++ = u->model.control[c];
}

SHARED const char *fmi3GetVersion(void) { return "3.0"; }

static void reset(course *u) {
    memset(u->values, 0, sizeof u->values);
    memset(u->flags, 0, sizeof u->flags);
    u->flags[0] = true; //? !released
    u->begun = 0.0, u->taken = 0;
    model_reset(&u->model);
    tell(u);
}

SHARED int fmi3Reset(unit *u) {
    reset(&u->now);
    return OK;
}

SHARED void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources, bool visible,
                                         bool logging, bool events, bool early, const uint32_t *intermediate,
                                         size_t intermediates, void *environment,
                                         void (*log)(void *, int, const char *, const char *), void *update) {
    unit *u;
    (void)name, (void)resources, (void)visible, (void)logging, (void)events;
    (void)intermediate, (void)intermediates, (void)update;
    if (!token || strcmp(token, "$token") != 0 || !(u = calloc(1, sizeof *u))) return NULL;
    u->environment = environment, u->log = log, u->early = early;
    reset(&u->now);
    return u;
}

SHARED void fmi3FreeInstance(unit *u) { free(u); }

SHARED int fmi3EnterInitializationMode(unit *u, bool tolerant, double tolerance, double start, bool ends,
                                       double stop) {
    (void)tolerant, (void)tolerance, (void)ends, (void)stop;
    u->now.begun = start;
    tell(&u->now);
    return OK;
}

SHARED int fmi3ExitInitializationMode(unit *u) { (void)u; return OK; }
SHARED int fmi3Terminate(unit *u) { (void)u; return OK; }
SHARED int fmi3SetDebugLogging(unit *u, bool on, size_t count, const char *const *categories) {
    (void)u, (void)on, (void)count, (void)categories;
    return OK;
}

/* Whole steps up to the end of the communication step. */
SHARED int fmi3DoStep(unit *whole, double now, double size, bool kept, bool *events, bool *terminate, bool *early,
                      double *last) {
    course *u = &whole->now;
    (void)kept;
    *events = *terminate = *early = false;
    *last = now;
    if (!(size > 0.0) || size - size != 0.0) {
        if (whole->log)
            whole->log(whole->environment, ERROR, "logStatusError", "a communication step is a time above 0");
        return ERROR;
    }
    *terminate = u->model.step >= MODEL_STEPS;
    while (!*terminate && u->begun + (u->taken + 1) * step_size <= now + size + 1e-6 * step_size) {
        apply(u, u->begun + u->taken * step_size - now);
        if (model_step(&u->model) != MODEL_DONE) {
            const double reached = u->begun + u->taken * step_size;
            if (whole->log)
                whole->log(whole->environment, ERROR, "logStatusError", "a step fails even in its smallest parts");
            *last = reached > now ? reached : now;
            return ERROR;
        }
        u->taken++;
        for (int c = 0; c < MODEL_CONTROLS; c++)
            u->values[starts[VARIABLES] - 1] += step_size * u->model.control[c] * u->model.control[c];
        tell(u);
        *terminate = u->model.step >= MODEL_STEPS; /* its last step */
    }
    *last = now + size;
    if (*terminate && whole->early) { /* only if the importer allows it */
        const double reached = u->begun + u->taken * step_size;
        *early = reached < now + size - 1e-6 * step_size;
        if (*early) *last = reached < now ? now : reached;
    }
    u->values[0] = *last; /* the model's own time is that of whole steps, up to one behind */
    return OK;
}

SHARED int fmi3GetFloat64(unit *u, const uint32_t *references, size_t count, double *values, size_t size) {
    for (size_t i = 0; i < count; i++) {
        size_t width;
        if (references[i] >= VARIABLES) return ERROR;
        width = starts[references[i] + 1] - starts[references[i]];
        if (width > size) return ERROR;
        memcpy(values, u->now.values + starts[references[i]], width * sizeof *values);
        values += width, size -= width;
    }
    return size == 0 ? OK : ERROR;
}

SHARED int fmi3SetFloat64(unit *u, const uint32_t *references, size_t count, const double *values, size_t size) {
    for (size_t i = 0; i < count; i++) {
        size_t width;
        if (references[i] < 1 || references[i] >= SETTABLE) return ERROR;
        width = starts[references[i] + 1] - starts[references[i]];
        if (width > size) return ERROR;
        memcpy(u->now.values + starts[references[i]], values, width * sizeof *values);
        values += width, size -= width;
    }
    return size == 0 ? OK : ERROR;
}

SHARED int fmi3GetBoolean(unit *u, const uint32_t *references, size_t count, bool *values, size_t size) {
    for (size_t i = 0; i < count; i++) {
        if (references[i] < VARIABLES || references[i] >= VARIABLES + FLAGS || i >= size) return ERROR;
        values[i] = u->now.flags[references[i] - VARIABLES];
    }
    return OK;
}

SHARED int fmi3SetBoolean(unit *u, const uint32_t *references, size_t count, const bool *values, size_t size) {
    for (size_t i = 0; i < count; i++) {
        if (references[i] < VARIABLES || references[i] >= VARIABLES + FLAGS || i >= size) return ERROR;
        u->now.flags[references[i] - VARIABLES] = values[i];
    }
    return OK;
}

/* States that are kept: a master goes back to one, or starts another unit from it. */
SHARED int fmi3GetFMUState(unit *u, course **kept) {
    if (!*kept) *kept = malloc(sizeof **kept);
    if (!*kept) return ERROR;
    memcpy(*kept, &u->now, sizeof u->now);
    return OK;
}

SHARED int fmi3SetFMUState(unit *u, const course *kept) {
    if (!kept) return ERROR;
    memcpy(&u->now, kept, sizeof u->now);
    return OK;
}

SHARED int fmi3FreeFMUState(unit *u, course **kept) {
    (void)u;
    if (kept) free(*kept), *kept = NULL;
    return OK;
}

/* Fowler, Noll and Vo's. */
static uint64_t checksum_of(const void *kept) {
    const unsigned char *bytes = kept;
    uint64_t found = 14695981039346656037u;
    for (size_t i = 0; i < sizeof(course); i++) found = (found ^ bytes[i]) * 1099511628211u;
    return found;
}

SHARED int fmi3SerializedFMUStateSize(unit *u, const course *kept, size_t *size) {
    (void)u, (void)kept;
    *size = sizeof(written);
    return OK;
}

SHARED int fmi3SerializeFMUState(unit *u, const course *kept, uint8_t *bytes, size_t size) {
    const uint64_t checksum = checksum_of(kept);
    (void)u;
    if (size < sizeof(written)) return ERROR;
    memset(bytes, 0, size);
    memcpy(bytes + offsetof(written, token), "$token", sizeof "$token");
    memcpy(bytes + offsetof(written, checksum), &checksum, sizeof checksum);
    memcpy(bytes + offsetof(written, kept), kept, sizeof *kept);
    return OK;
}

/* Bytes of another unit, or that are not what was written, are refused. */
SHARED int fmi3DeserializeFMUState(unit *u, const uint8_t *bytes, size_t size, course **kept) {
    uint64_t checksum;
    if (size < sizeof(written) || memcmp(bytes, "$token", sizeof "$token") != 0) return ERROR;
    memcpy(&checksum, bytes + offsetof(written, checksum), sizeof checksum);
    if (checksum != checksum_of(bytes + offsetof(written, kept))) return ERROR;
    if (fmi3GetFMUState(u, kept) != OK) return ERROR;
    memcpy(*kept, bytes + offsetof(written, kept), sizeof **kept);
    return OK;
}

/* What this unit has not. */
#define ABSENT(name) SHARED int name(void *u) { (void)u; return ERROR; }
#define ABSENT_PAIR(type) ABSENT(fmi3Get##type) ABSENT(fmi3Set##type)
#define ABSENT_KIND(name) SHARED void *name(void) { return NULL; }
ABSENT_KIND(fmi3InstantiateModelExchange)
ABSENT_KIND(fmi3InstantiateScheduledExecution)
ABSENT_PAIR(Float32) ABSENT_PAIR(Int8) ABSENT_PAIR(UInt8) ABSENT_PAIR(Int16) ABSENT_PAIR(UInt16)
ABSENT_PAIR(Int32) ABSENT_PAIR(UInt32) ABSENT_PAIR(Int64) ABSENT_PAIR(UInt64) ABSENT_PAIR(String)
ABSENT_PAIR(Binary) ABSENT_PAIR(Clock) ABSENT_PAIR(IntervalDecimal)
ABSENT_PAIR(IntervalFraction) ABSENT_PAIR(ShiftDecimal) ABSENT_PAIR(ShiftFraction) ABSENT_PAIR(ContinuousStates)
ABSENT(fmi3GetNumberOfVariableDependencies) ABSENT(fmi3GetVariableDependencies)
ABSENT(fmi3GetDirectionalDerivative) ABSENT(fmi3GetAdjointDerivative) ABSENT(fmi3EnterConfigurationMode)
ABSENT(fmi3ExitConfigurationMode) ABSENT(fmi3EvaluateDiscreteStates) ABSENT(fmi3UpdateDiscreteStates)
ABSENT(fmi3EnterContinuousTimeMode) ABSENT(fmi3CompletedIntegratorStep) ABSENT(fmi3SetTime)
ABSENT(fmi3GetContinuousStateDerivatives) ABSENT(fmi3GetEventIndicators) ABSENT(fmi3GetNumberOfEventIndicators)
ABSENT(fmi3GetNominalsOfContinuousStates) ABSENT(fmi3GetNumberOfContinuousStates) ABSENT(fmi3EnterEventMode)
ABSENT(fmi3EnterStepMode) ABSENT(fmi3GetOutputDerivatives) ABSENT(fmi3ActivateModelPartition)
