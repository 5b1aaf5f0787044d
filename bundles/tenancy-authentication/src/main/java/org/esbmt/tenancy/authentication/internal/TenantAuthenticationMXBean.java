package org.esbmt.tenancy.authentication.internal;

/** How the authentication of messages is doing, as {@code org.esbmt:type=TenantAuthentication}. Counts since start. */
public interface TenantAuthenticationMXBean {

    /** Messages whose credential was known. */
    long getKnown();

    /** Messages whose credential had to be checked. */
    long getChecked();

    /** Checks that ended well. */
    long getAccepted();

    /** Checks that ended with a refusal: wrong, locked, suspended. */
    long getRefused();

    /** Checks that were put off for too many failures. */
    long getRateLimited();

    /** Checks that could not run: queue full, or registry out of reach. */
    long getOverloaded();

    /** Passwords hashed. */
    long getHashes();

    /** Checks that wait now. */
    int getWaiting();

    /** Credentials known now. */
    int getCachedCredentials();

    /** How old the news from the registry is, milliseconds; -1: there has been none. */
    long getRegistrySilenceMillis();
}
