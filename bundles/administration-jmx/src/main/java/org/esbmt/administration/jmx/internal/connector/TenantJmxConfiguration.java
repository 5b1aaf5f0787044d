package org.esbmt.administration.jmx.internal.connector;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** {@code etc/org.esbmt.administration.jmx.cfg}. */
@ObjectClassDefinition(name = "ESB-MT administration for tenants over JMX")
public @interface TenantJmxConfiguration {
    /** The configuration's PID. */
    String PID = "org.esbmt.administration.jmx";

    @AttributeDefinition(
            name = "Port",
            description =
                    "The port for JMX of tenants' administrators, and of the installation's with restricted roles."
                            + " 0: none.")
    int port() default 11099;

    @AttributeDefinition(
            name = "Address",
            description = "An address of this machine; any other than that of the machine itself needs a key store.")
    String host() default "127.0.0.1";

    @AttributeDefinition(
            name = "Key store",
            description = "A PKCS#12 file with the key and certificate for TLS. Empty: no TLS.")
    String keystore_file() default "";

    @AttributeDefinition(
            name = "Password of the key store",
            description = "A file whose first line is the password of the key store.")
    String keystore_password_file() default "";

    @AttributeDefinition(name = "Connections", description = "Open ones at the most, 1 to 10000.")
    int connections_max() default 64;

    @AttributeDefinition(
            name = "Connections from one address",
            description = "Open ones at the most, 1 to 10000; a client has one or two. Of IPv6 one /64 is one address.")
    int connections_per_source_max() default 32;

    @AttributeDefinition(
            name = "Handshake",
            description = "Seconds, 1 to 3600, after which a connection that has said nothing is closed.")
    int handshake_timeout_seconds() default 10;

    @AttributeDefinition(
            name = "Idle connections",
            description =
                    "Seconds, 1 to 3600, that a connection may take for a request, with the pause before it; then it"
                            + " is closed, and clients open another one with their next call.")
    int idle_timeout_seconds() default 120;
}
