package org.esbmt.administration.rest.internal.call;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.esbmt.administration.catalogue.Kind;
import org.esbmt.administration.catalogue.Shape;
import org.esbmt.administration.catalogue.Shape.Field;
import org.esbmt.administration.rest.internal.route.QualifiedNames;
import org.esbmt.administration.rest.internal.route.Template;

/**
 * The addresses of objects, from their views. A variable of a template is a field of the shape, or else a value of the request. A test
 * holds each against the routes.
 */
public final class Addresses {
    /** The field with the revision that the next change expects. */
    private static final String REVISION = "revision";

    private static final Template OPERATION = Template.of("/operations/{operationId}");

    private static final Map<String, Template> OF_SHAPES = Map.ofEntries(
            entry("tenant", Template.of("/tenants/{tenantId}")),
            entry("createdTenant", Template.of("/tenants/{tenantId}")),
            entry("user", Template.of("/tenants/{tenantId}/users/{userId}")),
            entry("contact", Template.of("/tenants/{tenantId}/contacts/{name}")),
            entry("key", Template.of("/tenants/{tenantId}/keys/{name}")),
            entry("partner", Template.of("/tenants/{tenantId}/partners/{name}")),
            entry("issuer", Template.of("/tenants/{tenantId}/issuers/{name}")),
            entry("authority", Template.of("/tenants/{tenantId}/authorities/{name}")),
            entry("issuedToken", Template.of("/tokens/{credentialId}")),
            entry("assembly", Template.of("/tenants/{tenantId}/assemblies/{name}")),
            entry("service", Template.of("/tenants/{tenantId}/services/{service}/{version}{?namespace}")),
            entry("quota", Template.of("/tenants/{tenantId}/quotas/{resource}{?cluster,component}")),
            entry(
                    "contingent",
                    Template.of("/tenants/{tenantId}/contingents/{resource}{?cluster,component,userId,role}")),
            entry("systemUser", Template.of("/system-users/{login}")),
            entry("component", Template.of("/components/{name}")),
            entry("library", Template.of("/libraries/{name}")));

    private Addresses() {}

    /** The address of the progress of an operation. */
    static String ofOperation(UUID id) {
        return OPERATION.expand(name -> Optional.of(id.toString())).orElseThrow();
    }

    /** The template of the addresses of objects; empty if clients address no object of the shape. */
    static Optional<Template> template(Shape<?> shape) {
        return Optional.ofNullable(OF_SHAPES.get(shape.name()));
    }

    /** Tells whether objects of the shape have entity tags. */
    public static boolean isTagged(Shape<?> shape) {
        return template(shape).isPresent() && revision(shape).isPresent();
    }

    /**
     * The address of an object.
     *
     * @param request the values of the request, for variables that are no fields
     */
    static <V> Optional<String> of(Shape<V> shape, V view, Function<String, Optional<String>> request) {
        Function<String, Optional<String>> values =
                name -> hasField(shape, name) ? text(shape, view, name) : request.apply(name);
        return template(shape).flatMap(template -> template.expand(QualifiedNames.split(values)));
    }

    /** The entity tag of an object; empty if its revision is not known or it has none. */
    static <V> Optional<String> tag(Shape<V> shape, V view, Function<String, Optional<String>> request) {
        Optional<String> address = of(shape, view, request);
        Optional<?> revision = revision(shape).flatMap(field -> field.value().apply(view));
        return address.isPresent() && revision.isPresent()
                ? Optional.of(EntityTag.of((Long) revision.get(), address.get()))
                : Optional.empty();
    }

    private static <V> Optional<Field<V>> revision(Shape<V> shape) {
        return shape.fields().stream()
                .filter(field -> field.name().equals(REVISION) && field.kind() == Kind.NUMBER)
                .findFirst();
    }

    private static boolean hasField(Shape<?> shape, String name) {
        return shape.fields().stream().anyMatch(field -> field.name().equals(name));
    }

    private static <V> Optional<String> text(Shape<V> shape, V view, String name) {
        return shape.fields().stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .flatMap(field -> field.value().apply(view))
                .map(Object::toString);
    }
}
