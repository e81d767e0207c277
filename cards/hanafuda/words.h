/* words.h: what the cards are called, for scripts/po.sh: the names themselves are data of hanafuda.c, which marks nothing, and
 * whoever shows a card translates them with tr(). The macro is never used. */
#ifndef IR_HANAFUDA_WORDS_H
#define IR_HANAFUDA_WORDS_H

#define HANAFUDA_WORDS                                                                                                         \
    mark("pine"), mark("plum"), mark("cherry"), mark("wisteria"), mark("iris"), mark("peony"), mark("bush clover"),            \
        mark("pampas grass"), mark("chrysanthemum"), mark("maple"), mark("willow"), mark("paulownia"), mark("January"),        \
        mark("February"), mark("March"), mark("April"), mark("May"), mark("June"), mark("July"), mark("August"),               \
        mark("September"), mark("October"), mark("November"), mark("December"), mark("plain"), mark("ribbon"), mark("animal"), \
        mark("bright"), mark("crane"), mark("poetry ribbon"), mark("nightingale"), mark("curtain"), mark("cuckoo"),            \
        mark("red ribbon"), mark("bridge"), mark("butterfly"), mark("blue ribbon"), mark("boar"), mark("moon"), mark("geese"), \
        mark("sake cup"), mark("deer"), mark("rain man"), mark("swallow"), mark("lightning"), mark("phoenix")

#endif
