package org.esbmt.registry.postgresql.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.AttributeType;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** {@code etc/org.esbmt.registry.postgresql.cfg}; that file describes each key in full. */
@ObjectClassDefinition(name = "ESB-MT registries on PostgreSQL")
@interface RegistryConfiguration {

    @AttributeDefinition(description = "'embedded', or 'external' to use host, port and the following keys")
    String server() default "embedded";

    @AttributeDefinition(description = "external server")
    String host() default "localhost";

    @AttributeDefinition(description = "external server, 1 to 65535")
    int port() default 5432;

    @AttributeDefinition(description = "role of the tenant registry; on the embedded server it is created")
    String user() default "esbmt_tenant_registry";

    @AttributeDefinition(description = "password of user, external server only", type = AttributeType.PASSWORD)
    String password() default "";

    @AttributeDefinition(description = "file with the password, instead of password")
    String password_file() default "";

    @AttributeDefinition(
            description = "external server: role that creates and migrates; empty: each registry's own does")
    String admin_user() default "";

    @AttributeDefinition(description = "password of admin.user", type = AttributeType.PASSWORD)
    String admin_password() default "";

    @AttributeDefinition(description = "file with the password, instead of admin.password")
    String admin_password_file() default "";

    @AttributeDefinition(description = "external server: disable, require, verify-ca or verify-full")
    String sslmode() default "verify-full";

    @AttributeDefinition(description = "external server: certificates of trusted authorities, PEM; empty: Java's own")
    String sslrootcert() default "";

    @AttributeDefinition(description = "database of the tenant registry")
    String tenant_database() default "esbmt_tenant_registry";

    @AttributeDefinition(description = "role of the service registry")
    String service_user() default "esbmt_service_registry";

    @AttributeDefinition(
            description = "password of service.user, external server only; empty: as user's",
            type = AttributeType.PASSWORD)
    String service_password() default "";

    @AttributeDefinition(description = "file with the password, instead of service.password")
    String service_password_file() default "";

    @AttributeDefinition(description = "database of the service registry")
    String service_database() default "esbmt_service_registry";

    @AttributeDefinition(description = "role of the configuration registry")
    String configuration_user() default "esbmt_configuration_registry";

    @AttributeDefinition(
            description = "password of configuration.user, external server only; empty: as user's",
            type = AttributeType.PASSWORD)
    String configuration_password() default "";

    @AttributeDefinition(description = "file with the password, instead of configuration.password")
    String configuration_password_file() default "";

    @AttributeDefinition(description = "database of the configuration registry")
    String configuration_database() default "esbmt_configuration_registry";

    @AttributeDefinition(description = "connections to each database at the most, 1 to 200")
    int pool_size() default 8;

    @AttributeDefinition(description = "seconds to wait for a connection, 1 to 60")
    int connect_timeout_seconds() default 2;

    @AttributeDefinition(description = "seconds a statement may take, 1 to 300")
    int statement_timeout_seconds() default 5;

    @AttributeDefinition(description = "open claims of signed messages of one tenant on this node, 1 to 10000000")
    int replay_tenant_claims() default 200_000;

    @AttributeDefinition(
            description =
                    "'refuse' signed messages without the database, or 'node': this node alone compares them for a"
                            + " minute")
    String replay_without_database() default "refuse";
}
