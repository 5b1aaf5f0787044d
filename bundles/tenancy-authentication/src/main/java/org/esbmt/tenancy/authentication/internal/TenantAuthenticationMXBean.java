package org.esbmt.tenancy.authentication.internal;

/** How the authentication of messages is doing, as {@code org.esbmt:type=TenantAuthentication}. Counts since start. */
public interface TenantAuthenticationMXBean {

    @Described("Messages whose credential was known. Live.")
    long getKnown();

    @Described("Messages whose credential had to be checked. Live.")
    long getChecked();

    @Described("Checks that ended well. Live.")
    long getAccepted();

    @Described("Checks that ended with a refusal: wrong, locked, suspended. Live.")
    long getRefused();

    @Described("Checks that were put off for too many failures. Live.")
    long getRateLimited();

    @Described("Checks that could not run: queue full, or registry out of reach. Live.")
    long getOverloaded();

    @Described("Passwords hashed. Live.")
    long getHashes();

    @Described("Checks that wait now. Live.")
    int getWaiting();

    @Described("Credentials known now. Live.")
    int getCachedCredentials();

    @Described("How old the news from the registry is, milliseconds; -1: there has been none. Live.")
    long getRegistrySilenceMillis();
}
