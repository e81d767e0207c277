/* cases.h: what the cases that run over every kind of store share: the open store, and requests that must be answered so. */
#ifndef TESTS_STORE_CASES_H
#define TESTS_STORE_CASES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "ask.h"

extern const char *url; /* the store under test; each case uses ids of its own */
extern struct asked a;

#define OK(r)        answers(STORE_OK, &(r), __LINE__)
#define CONFLICT(r)  answers(STORE_CONFLICT, &(r), __LINE__)
#define NOT_FOUND(r) answers(STORE_NOT_FOUND, &(r), __LINE__)
void answers(enum store_status wanted, struct store_request *, int line);

int setup(void **state);
int teardown(void **state);
void hash_fill(uint8_t hash[STORE_HASH], uint8_t with);
struct store_request player(enum store_kind, uint64_t who, const char *name,
                            uint8_t token); /* the token as hash_fill makes it */

#endif
