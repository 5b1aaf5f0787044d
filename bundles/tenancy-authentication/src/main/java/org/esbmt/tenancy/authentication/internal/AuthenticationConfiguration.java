package org.esbmt.tenancy.authentication.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** {@code etc/org.esbmt.tenancy.authentication.cfg}; that file describes each key in full. */
@ObjectClassDefinition(name = "ESB-MT authentication of tenants")
@interface AuthenticationConfiguration {

    @AttributeDefinition(description = "file of the pepper; empty: org.esbmt.pepper in Karaf's etc")
    String pepper_file() default "";

    @AttributeDefinition(description = "seconds a verified credential is accepted without a query, 1 to 60")
    int cache_seconds() default 60;

    @AttributeDefinition(description = "seconds after which an unused credential is forgotten, cache.seconds to 300")
    int cache_unused_seconds() default 300;

    @AttributeDefinition(description = "verified credentials at the most, 1 to 1,000,000")
    int cache_entries() default 100_000;

    @AttributeDefinition(description = "seconds of a registry outage that senders survive, 2 to 60")
    int outage_seconds() default 60;

    @AttributeDefinition(description = "threads that hash; 0: a quarter of the cores, at least one")
    int verification_threads() default 0;

    @AttributeDefinition(description = "checks that wait, of all tenants together, 1 to 10,000")
    int verification_queue() default 1_024;

    @AttributeDefinition(description = "checks that wait, of one tenant, 1 to verification.queue")
    int verification_queue_per_tenant() default 32;
}
