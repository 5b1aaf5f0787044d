package org.esbmt.camel.se.internal.reader;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The elements of the language and the contents of each, in one table for the reader and for the schemas of editors. An
 * element has the same meaning in every place.
 */
final class RouteVocabulary {
    /** @param required true if the element needs it */
    record AttributeRule(AttributeValues.Kind kind, boolean required) {
        AttributeRule {
            requireNonNull(kind, "kind");
        }
    }

    /** A place among an element's children: elements of these names, in any order. */
    record Slot(Set<String> names, int least, int most) {
        Slot {
            names = Set.copyOf(names);
        }
    }

    /**
     * @param slots in the required order
     * @param text true if it has text
     */
    record ElementRule(SortedMap<String, AttributeRule> attributes, List<Slot> slots, boolean text) {}

    static final Set<String> LANGUAGES = Set.of("constant", "header", "simple", "xpath");
    static final Set<String> STEPS = Set.of(
            "aggregate",
            "choice",
            "circuitBreaker",
            "delay",
            "doTry",
            "filter",
            "idempotentConsumer",
            "loop",
            "multicast",
            "pipeline",
            "removeHeader",
            "removeHeaders",
            "setBody",
            "setHeader",
            "setHeaders",
            "split",
            "stop",
            "throttle",
            "to",
            "transform",
            "validate",
            "wireTap");

    /** Camel's languages that are refused, so that the sentence can name them. */
    static final Set<String> REFUSED_LANGUAGES = Set.of(
            "csimple",
            "datasonnet",
            "el",
            "exchangeProperty",
            "groovy",
            "hl7terser",
            "java",
            "javaScript",
            "javascript",
            "joor",
            "jq",
            "js",
            "jsonpath",
            "language",
            "method",
            "mvel",
            "ognl",
            "php",
            "python",
            "ref",
            "ruby",
            "spel",
            "sql",
            "tokenize",
            "variable",
            "wasm",
            "xquery",
            "xtokenize");

    /** Camel's steps that are refused. */
    static final Set<String> REFUSED_STEPS = Set.of(
            "bean",
            "claimCheck",
            "convertBodyTo",
            "convertHeaderTo",
            "convertVariableTo",
            "dynamicRouter",
            "enrich",
            "inOnly",
            "inOut",
            "intercept",
            "interceptFrom",
            "interceptSendToEndpoint",
            "kamelet",
            "loadBalance",
            "log",
            "loopDoWhile",
            "marshal",
            "onCompletion",
            "poll",
            "pollEnrich",
            "policy",
            "process",
            "recipientList",
            "removeProperties",
            "removeProperty",
            "removeVariable",
            "resequence",
            "rollback",
            "routingSlip",
            "saga",
            "sample",
            "script",
            "serviceCall",
            "setExchangePattern",
            "setProperty",
            "setVariable",
            "setVariables",
            "sort",
            "step",
            "threads",
            "throwException",
            "toD",
            "tokenizer",
            "transacted",
            "unmarshal",
            "whenSkipSendToEndpoint");

    /** Elements whose content is text. */
    static final Set<String> TEXTS = Set.of("constant", "header", "simple", "xpath", "exception", "description");

    private static final int ANY = 100_000;
    private static final AttributeValues.Kind BOOLEAN = new AttributeValues.Words("true", "false");
    private static final AttributeValues.Kind REMARK = new AttributeValues.Remark();
    private static final AttributeValues.Kind ID = new AttributeValues.Id();
    private static final AttributeValues.Kind URI = new AttributeValues.Other("an address");
    private static final AttributeValues.Kind HEADER = new AttributeValues.Other("a header's name");
    private static final AttributeValues.Kind TIME = new AttributeValues.Time(Duration.ZERO, 1);
    private static final AttributeValues.Kind LONGER = new AttributeValues.Time(Duration.ofMillis(1), 1);
    private static final AttributeValues.Kind STRATEGY = new AttributeValues.Words(Strategies.words());
    private static final Set<String> ERRORS = Set.of("onException", "errorHandler");

    private static final Map<String, ElementRule> RULES = rules();

    private RouteVocabulary() {}

    static Optional<ElementRule> rule(String name) {
        return Optional.ofNullable(RULES.get(name));
    }

    static Set<String> names() {
        return new TreeSet<>(RULES.keySet());
    }

    private static final class Definition {
        private final SortedMap<String, AttributeRule> attributes = new TreeMap<>();
        private final List<Slot> slots = new ArrayList<>();
        private boolean text;

        Definition required(String name, AttributeValues.Kind kind) {
            attributes.put(name, new AttributeRule(kind, true));
            return this;
        }

        Definition optional(String name, AttributeValues.Kind kind) {
            attributes.put(name, new AttributeRule(kind, false));
            return this;
        }

        Definition slot(Set<String> names, int least, int most) {
            slots.add(new Slot(names, least, most));
            return this;
        }

        Definition one(String name) {
            return slot(Set.of(name), 1, 1);
        }

        Definition perhaps(String name) {
            return slot(Set.of(name), 0, 1);
        }

        Definition steps() {
            return slot(STEPS, 0, ANY);
        }

        Definition someSteps() {
            return slot(STEPS, 1, ANY);
        }

        Definition expression() {
            return slot(LANGUAGES, 1, 1);
        }

        Definition text() {
            text = true;
            return this;
        }
    }

    private static Definition define(Map<String, Definition> all, String name) {
        Definition definition = new Definition();
        all.put(name, definition);
        return definition.optional("id", REMARK).optional("customId", BOOLEAN).optional("description", REMARK);
    }

    private static Map<String, ElementRule> rules() {
        Map<String, Definition> all = new LinkedHashMap<>();
        roots(all);
        errors(all);
        languages(all);
        messages(all);
        containers(all);
        collections(all);
        Map<String, ElementRule> rules = new LinkedHashMap<>();
        all.forEach((name, d) -> rules.put(
                name, new ElementRule(Collections.unmodifiableSortedMap(d.attributes), List.copyOf(d.slots), d.text)));
        return Map.copyOf(rules);
    }

    private static void roots(Map<String, Definition> all) {
        Set<String> content = Set.of("route", "onException", "errorHandler");
        define(all, "beans").slot(Set.of("camelContext", "route", "routes", "onException", "errorHandler"), 0, ANY);
        define(all, "camel").slot(Set.of("camelContext", "route", "routes", "onException", "errorHandler"), 0, ANY);
        define(all, "blueprint").slot(Set.of("camelContext"), 0, ANY);
        define(all, "camelContext")
                .optional("errorHandlerRef", ID)
                .perhaps("description")
                .slot(content, 0, ANY);
        define(all, "routes").perhaps("description").slot(content, 0, ANY);
        define(all, "route")
                .optional("id", ID)
                .optional("errorHandlerRef", ID)
                .perhaps("description")
                .slot(ERRORS, 0, ANY)
                .one("from")
                .perhaps("description")
                .slot(ERRORS, 0, ANY)
                .someSteps();
        define(all, "from").required("uri", URI);
        define(all, "description").text();
    }

    private static void errors(Map<String, Definition> all) {
        define(all, "onException")
                .perhaps("description")
                .slot(Set.of("exception"), 1, 32)
                .perhaps("onWhen")
                .perhaps("redeliveryPolicy")
                .perhaps("handled")
                .steps();
        define(all, "exception").text();
        define(all, "onWhen").expression();
        define(all, "handled").expression();
        define(all, "redeliveryPolicy")
                .optional("maximumRedeliveries", new AttributeValues.Whole(0, 100))
                .optional("redeliveryDelay", TIME)
                .optional("backOffMultiplier", new AttributeValues.Decimal(1, 100))
                .optional("useExponentialBackOff", BOOLEAN)
                .optional("maximumRedeliveryDelay", TIME);
        define(all, "errorHandler")
                .optional("id", ID)
                .optional(
                        "type", new AttributeValues.Words("DeadLetterChannel", "DefaultErrorHandler", "NoErrorHandler"))
                .optional("deadLetterUri", URI)
                .slot(Set.of("redeliveryPolicy", "deadLetterChannel", "defaultErrorHandler", "noErrorHandler"), 0, 1);
        define(all, "deadLetterChannel").required("deadLetterUri", URI).perhaps("redeliveryPolicy");
        define(all, "defaultErrorHandler").perhaps("redeliveryPolicy");
        define(all, "noErrorHandler");
    }

    private static void languages(Map<String, Definition> all) {
        define(all, "constant").optional("trim", BOOLEAN).text();
        define(all, "header").optional("trim", BOOLEAN).text();
        define(all, "simple").optional("trim", BOOLEAN).text();
        define(all, "xpath")
                .optional("trim", BOOLEAN)
                .optional("saxon", BOOLEAN)
                .optional("objectModel", new AttributeValues.Words("http://saxon.sf.net/jaxp/xpath/om"))
                .optional("resultQName", new AttributeValues.Words("NODESET", "NODE", "STRING", "NUMBER", "BOOLEAN"))
                .optional(
                        "resultType",
                        new AttributeValues.Words(
                                "java.lang.String",
                                "String",
                                "java.lang.Boolean",
                                "Boolean",
                                "boolean",
                                "java.lang.Number",
                                "java.lang.Double",
                                "java.lang.Integer",
                                "java.lang.Long",
                                "org.w3c.dom.NodeList",
                                "org.w3c.dom.Node",
                                "org.w3c.dom.Document"))
                .optional("headerName", HEADER)
                .optional("source", new AttributeValues.Other("header: and a header's name"))
                .slot(Set.of("namespace"), 0, 64)
                .text();
        define(all, "namespace")
                .required("key", new AttributeValues.Other("a prefix"))
                .required("value", new AttributeValues.Other("a namespace"));
    }

    private static void messages(Map<String, Definition> all) {
        define(all, "to").required("uri", URI).optional("pattern", new AttributeValues.Words("InOnly", "InOut"));
        define(all, "wireTap").required("uri", URI).optional("dynamicUri", BOOLEAN);
        define(all, "setHeader").required("name", HEADER).expression();
        define(all, "setHeaders").slot(Set.of("setHeader"), 1, 100);
        define(all, "removeHeader").required("name", HEADER);
        define(all, "removeHeaders").required("pattern", HEADER);
        define(all, "setBody").expression();
        define(all, "transform").expression();
        define(all, "validate").expression();
        define(all, "delay").expression();
        define(all, "throttle").optional("timePeriodMillis", LONGER).expression();
        define(all, "stop");
    }

    private static void containers(Map<String, Definition> all) {
        define(all, "choice").slot(Set.of("when"), 1, 200).perhaps("otherwise");
        define(all, "when").expression().steps();
        define(all, "otherwise").steps();
        define(all, "filter").expression().steps();
        define(all, "pipeline").someSteps();
        define(all, "loop")
                .optional("copy", BOOLEAN)
                .optional("doWhile", new AttributeValues.Words("false"))
                .expression()
                .someSteps();
        define(all, "idempotentConsumer")
                .optional("idempotentRepository", new AttributeValues.Other("memory, or memory: and how many keys"))
                .optional("skipDuplicate", new AttributeValues.Words("true"))
                .expression()
                .steps();
        define(all, "doTry").someSteps().slot(Set.of("doCatch"), 0, 32).perhaps("doFinally");
        define(all, "doCatch")
                .slot(Set.of("exception"), 1, 32)
                .perhaps("onWhen")
                .steps();
        define(all, "doFinally").steps();
        define(all, "circuitBreaker")
                .perhaps("resilience4jConfiguration")
                .someSteps()
                .perhaps("onFallback");
        define(all, "onFallback").steps();
        define(all, "resilience4jConfiguration")
                .optional("failureRateThreshold", new AttributeValues.Whole(1, 100))
                .optional("minimumNumberOfCalls", new AttributeValues.Whole(1, 10_000))
                .optional("slidingWindowSize", new AttributeValues.Whole(1, 10_000))
                .optional("waitDurationInOpenState", new AttributeValues.Time(Duration.ofSeconds(1), 1000))
                .optional("timeoutEnabled", BOOLEAN)
                .optional("timeoutDuration", LONGER);
    }

    private static void collections(Map<String, Definition> all) {
        define(all, "split")
                .optional("aggregationStrategy", STRATEGY)
                .optional("parallelProcessing", BOOLEAN)
                .optional("stopOnException", BOOLEAN)
                .optional("streaming", BOOLEAN)
                .expression()
                .someSteps();
        define(all, "aggregate")
                .optional("aggregationStrategy", STRATEGY)
                .optional("completionSize", new AttributeValues.Whole(1, 10_000))
                .optional("completionTimeout", LONGER)
                .one("correlationExpression")
                .perhaps("completionPredicate")
                .someSteps();
        define(all, "correlationExpression").expression();
        define(all, "completionPredicate").expression();
        define(all, "multicast")
                .optional("aggregationStrategy", STRATEGY)
                .optional("parallelProcessing", BOOLEAN)
                .optional("stopOnException", BOOLEAN)
                .someSteps();
    }
}
