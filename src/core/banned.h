/* banned.h: calls that are too easy to misuse. Using one does not compile. Include after every system header. */
#ifndef IR_BANNED_H
#define IR_BANNED_H

#define BANNED(name) name##_is_banned_see_src_core_banned_h
#undef strcpy
#define strcpy(d, s) BANNED(strcpy)
#undef strcat
#define strcat(d, s) BANNED(strcat)
#undef strncpy
#define strncpy(d, s, n) BANNED(strncpy)
#undef strncat
#define strncat(d, s, n) BANNED(strncat)
#undef strtok
#define strtok(s, d) BANNED(strtok)
#undef sprintf
#define sprintf(...) BANNED(sprintf)
#undef vsprintf
#define vsprintf(...) BANNED(vsprintf)
#undef gets
#define gets(s) BANNED(gets)
#undef atoi
#define atoi(s) BANNED(atoi)
#undef rand
#define rand() BANNED(rand)
#undef alloca
#define alloca(n) BANNED(alloca)

#endif
