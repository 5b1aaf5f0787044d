package org.esbmt.tenant.keys.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** {@code etc/org.esbmt.tenant.keys.cfg}; that file describes each key in full. */
@ObjectClassDefinition(name = "ESB-MT keys of tenants")
@interface TenantKeysConfiguration {

    @AttributeDefinition(description = "file of the sealing keys; empty: org.esbmt.sealing-keys in Karaf's etc")
    String sealing_file() default "";

    @AttributeDefinition(description = "tenants whose keys are remembered at the most, 1 to 100,000")
    int cache_tenants() default 1_000;

    @AttributeDefinition(description = "seconds of a registry outage that keys survive, 20 to 60")
    int outage_seconds() default 60;
}
