package org.esbmt.administration.internal.registry;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** {@code etc/org.esbmt.administration.cfg}. */
@ObjectClassDefinition(name = "ESB-MT administration")
public @interface AdministrationConfiguration {
    /** The configuration's PID. */
    String PID = "org.esbmt.administration";

    /**
     * The longest time that a login may be remembered, in seconds. A revoked administrator is refused after this time
     * at the latest.
     */
    int MAX_REMEMBER_SECONDS = 60;

    /** The longest that a node may be silent, in seconds. */
    int MAX_SILENCE_SECONDS = 86_400;

    @AttributeDefinition(
            name = "Silent nodes",
            description = "Seconds, 1 to 86400, after which a node without a heartbeat counts as silent: it may be"
                    + " removed from its cluster. Longer than several of its heartbeats.")
    int node_silence_seconds() default 60;

    @AttributeDefinition(
            name = "Remembered logins",
            description = "Seconds, 0 to 60, for which an administrator whom the database has confirmed can log"
                    + " in again while it is out of reach. 0: never.")
    int login_remember_seconds() default MAX_REMEMBER_SECONDS;

    @AttributeDefinition(
            name = "First administrator",
            description = "The login of the administrator whom the first start creates.")
    String initial_login() default "admin";

    @AttributeDefinition(
            name = "First password",
            description = "A file whose first line is the first administrator's password. Empty: the environment"
                    + " variable ESBMT_ADMIN_PASSWORD, or else a generated one.")
    String initial_password_file() default "";

    @AttributeDefinition(
            name = "Hand-over file",
            description = "The file for a generated password, readable by the owner of the process alone, until the"
                    + " administrator logs in. Empty: initial-administrator.txt in the data directory.")
    String initial_file() default "";

    @AttributeDefinition(
            name = "Reset file",
            description =
                    "When there is such a file at the start, the administrator whose login is its first line gets a"
                            + " generated password. Empty: reset-administrator.txt in the data directory.")
    String reset_file() default "";

    @AttributeDefinition(
            name = "Quotas of a new tenant",
            description =
                    "RESOURCE=amount, separated by commas. Of a counted resource without a quota a new tenant may have"
                            + " nothing.")
    String quota_defaults() default
            "SERVICE_ASSEMBLIES=1000, SERVICE_UNITS=5000, ENDPOINTS=10000,"
                    + " REGISTERED_SERVICES=10000, USERS=10000, REGISTRY_BYTES=4294967296,"
                    + " CONTACTS=20, TENANT_KEYS=20, TENANT_SECRETS=50, TENANT_PARTNERS=50, TENANT_ISSUERS=10,"
                    + " TENANT_AUTHORITIES=10";

    @AttributeDefinition(
            name = "Housekeeping",
            description = "Minutes, 1 to 1440, between two rounds of housekeeping on a node.")
    int housekeeping_minutes() default 10;

    @AttributeDefinition(
            name = "History of assemblies",
            description = "Days, 1 to 3650, that replaced versions are kept. The version of a rollback stays.")
    int history_kept_days() default 90;

    @AttributeDefinition(
            name = "Archives of undeployed assemblies",
            description = "Minutes, 10 to 525600, that they are kept, for nodes that are behind.")
    int undeployed_kept_minutes() default 15;

    @AttributeDefinition(
            name = "Journal of operations",
            description = "Days, 1 to 3650, for which an operation is known by its identifier.")
    int operations_kept_days() default 30;
}
