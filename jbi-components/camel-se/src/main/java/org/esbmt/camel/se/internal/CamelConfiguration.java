package org.esbmt.camel.se.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Configuration of the Camel service engine, PID {@code org.esbmt.camel.se}; {@code org.esbmt.camel.se.cfg} explains each key. */
@ObjectClassDefinition(name = "ESB-MT Camel service engine")
public @interface CamelConfiguration {
    @AttributeDefinition(description = "Bytes of a body that a step of a route looks at")
    int message_bytes() default 10_485_760;

    @AttributeDefinition(
            description = "Bytes of bodies that the steps of one message read on the event loop they arrive on")
    int peek_bytes() default 1_048_576;

    @AttributeDefinition(description = "Milliseconds of a processor that one evaluation of an XPath takes")
    int xpath_millis() default 1000;

    @AttributeDefinition(
            description = "Bytes that one evaluation of an XPath allocates, beside what the document itself needs")
    long xpath_memory_bytes() default 67_108_864;

    @AttributeDefinition(description = "Bytes of all nodes that one XPath finds")
    int xpath_output_bytes() default 10_485_760;

    @AttributeDefinition(description = "Milliseconds of a processor that one transformation, or validation, takes")
    int xslt_millis() default 2000;

    @AttributeDefinition(description = "Bytes that one transformation allocates, beside what the document itself needs")
    long xslt_memory_bytes() default 134_217_728;

    @AttributeDefinition(description = "Bytes that one transformation makes")
    int xslt_output_bytes() default 10_485_760;

    @AttributeDefinition(description = "Routes that a message comes through on its way over the bus")
    int hops_max() default 32;

    @AttributeDefinition(description = "Seconds that a route waits for a provider")
    int exchange_timeout_seconds() default 60;

    @AttributeDefinition(description = "Seconds that a unit that is stopped waits for its exchanges")
    int drain_timeout_seconds() default 30;

    @AttributeDefinition(description = "Threads of all tenants together; 0 for two a core")
    int threads() default 0;

    @AttributeDefinition(description = "Work of one tenant that may wait for a thread")
    int tenant_queue() default 1000;

    @AttributeDefinition(description = "Work of one tenant that may wait for its time")
    int tenant_waiting() default 10_000;

    @AttributeDefinition(
            description =
                    "Exchanges that may become of one message: parts, branches, copies of wire taps and messages of groups, nested ones included")
    int message_exchanges() default 10_000;

    @AttributeDefinition(description = "Parts of one split")
    int split_parts() default 10_000;

    @AttributeDefinition(description = "Bytes of one message that is collected of several")
    int collected_bytes() default 10_485_760;

    @AttributeDefinition(
            description = "Parts or branches of one message that parallel steps have under way at the same time")
    int parallel_parts() default 8;

    @AttributeDefinition(description = "Groups of all aggregates of one tenant that are not complete")
    int tenant_groups() default 1000;

    @AttributeDefinition(description = "Messages of one group of an aggregate")
    int group_exchanges() default 10_000;

    @AttributeDefinition(
            description =
                    "Bytes of bodies that the steps of one tenant keep: in groups, delays, throttles, wire taps, circuit breakers with a timeout and collected messages")
    long tenant_held_bytes() default 67_108_864;

    @AttributeDefinition(
            description =
                    "Bytes of bodies that are gathered for the routes of one tenant or made by them, until their exchanges are over")
    long tenant_gathered_bytes() default 67_108_864;

    @AttributeDefinition(description = "Exchanges that wait at one throttle")
    int throttle_waiting() default 1000;

    @AttributeDefinition(
            description =
                    "Seconds that an exchange waits at a throttle at most; one that would have to wait longer fails at once")
    int throttle_wait_seconds() default 30;

    @AttributeDefinition(description = "Copies of all wire taps of one tenant that are under way")
    int tenant_taps() default 100;

    @AttributeDefinition(
            description =
                    "Keys that all idempotent consumers of one tenant may remember, and exchanges that all its throttles let go on in their periods, together")
    int tenant_remembered() default 500_000;
}
