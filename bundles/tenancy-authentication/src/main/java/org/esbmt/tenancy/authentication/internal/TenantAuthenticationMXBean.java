package org.esbmt.tenancy.authentication.internal;

/** The counters of message authentication, as {@code org.esbmt:type=TenantAuthentication}. Counts since start. */
public interface TenantAuthenticationMXBean {

    @AttributeDescription("Messages whose credential was known. Live.")
    long getKnown();

    @AttributeDescription("Messages whose credential had to be checked. Live.")
    long getChecked();

    @AttributeDescription("Checks that ended well. Live.")
    long getAccepted();

    @AttributeDescription("Checks that ended with a refusal: wrong, locked, suspended. Live.")
    long getRefused();

    @AttributeDescription("Checks that were put off for too many failures. Live.")
    long getRateLimited();

    @AttributeDescription("Checks that could not run: queue full, or registry out of reach. Live.")
    long getOverloaded();

    @AttributeDescription("Passwords hashed. Live.")
    long getHashes();

    @AttributeDescription("Checks that wait now. Live.")
    int getWaiting();

    @AttributeDescription("Credentials known now. Live.")
    int getCachedCredentials();

    @AttributeDescription("How old the news from the registry is, milliseconds; -1: there has been none. Live.")
    long getRegistrySilenceMillis();
}
