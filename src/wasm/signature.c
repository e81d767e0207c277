/* signature.c: what the tests call in libirori built for wasm32, networks included. */
#include "core/core.h"
#include "bots/bots.h"
#include "analysis/signature.h"
#include "core/signature.h"

uint64_t irori_signature(void);
uint64_t irori_bots_signature(int positions);
uint64_t irori_reviews_signature(void);

__attribute__((export_name("irori_signature"))) uint64_t irori_signature(void)
{
    return ir_games_signature();
}

__attribute__((export_name("irori_bots_signature"))) uint64_t irori_bots_signature(int positions)
{
    return ir_bots_signature(positions);
}

__attribute__((export_name("irori_reviews_signature"))) uint64_t irori_reviews_signature(void)
{
    static _Alignas(16) uint8_t memory[REVIEWS_MEMORY];
    return ir_reviews_signature(REVIEWS_NODES, memory, sizeof memory);
}
