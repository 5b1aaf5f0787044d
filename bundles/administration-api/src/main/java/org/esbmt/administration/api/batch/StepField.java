package org.esbmt.administration.api.batch;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.GranteeRef;
import org.esbmt.administration.api.command.QuotaScope;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.tenancy.api.ContactKind;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;

/**
 * One component of a command in the text of a batch: its attributes or child elements, and the code that reads and writes them. Values
 * without a form in the text are refused with {@link IllegalArgumentException}. Immutable.
 */
final class StepField<T> {
    static final StepField<TenantRef> TENANT = text(
            "tenant",
            "Tenant",
            StepField::tenant,
            tenant -> tenant instanceof TenantRef.CreatedBefore before ? "#" + before.name() : tenant.toString());
    static final StepField<String> NAME = text("name");
    static final StepField<String> LOGIN_TEXT = text("login");
    static final StepField<UserRef> LOGIN = text("login", "Text", UserRef::of, StepField::login);
    static final StepField<Optional<UserRef>> USER = optional(text("user", "Text", UserRef::of, StepField::login));
    static final StepField<Optional<TenantRef.CreatedBefore>> AS =
            optional(text("as", "Name", TenantRef.CreatedBefore::new, TenantRef.CreatedBefore::name));
    static final StepField<Password> PASSWORD = text(
            "password",
            "Secret",
            password -> new Password(password.toCharArray()),
            password -> new String(password.characters()));
    static final StepField<Role> ROLE = text("role", "Role", Role.Level.TENANT::role, Role::name);
    static final StepField<ContactKind> CONTACT_KIND = text("kind", "ContactKind", ContactKind::of, ContactKind::name);
    static final StepField<String> ADDRESS = text("address");
    static final StepField<String> ASSEMBLY = text("assembly");
    static final StepField<String> POLICY = text("policy");
    static final StepField<String> ENDPOINT = text("endpoint");
    static final StepField<Optional<String>> COMPONENT = optional(text("component"));
    static final StepField<Long> AMOUNT = text("amount", "Amount", Long::valueOf, String::valueOf);
    static final StepField<Content> ARCHIVE = file("archive");
    static final StepField<Content> DOCUMENT = file("document");
    static final StepField<Optional<Content>> WSDL = optional(file("wsdl"));

    /** The expected assembly of an archive: a batch has none, and the archive names the assembly. */
    static final StepField<Optional<String>> ARCHIVED_ASSEMBLY =
            new StepField<>(List.of(), step -> Optional.empty(), (assembly, step) -> {
                if (assembly.isPresent()) {
                    throw new IllegalArgumentException("a batch has no expected assembly of an archive");
                }
            });

    /** The roles of a user; without the attribute TENANT_USER alone. */
    static final StepField<Set<Role>> ROLES = new StepField<>(
            List.of(new Attribute("roles", "Roles", false)),
            step -> step.find("roles").map(StepField::roles).orElse(Set.of(Role.TENANT_USER)),
            (roles, step) ->
                    step.put("roles", roles.stream().map(Role::name).sorted().collect(joining(" "))));

    static final StepField<QuotaScope> SCOPE = new StepField<>(
            List.of(new Attribute("resource", "Text", true)),
            step -> QuotaScope.of(resource(step.get("resource"))),
            (scope, step) -> {
                if (scope.cluster().isPresent() || scope.component().isPresent()) {
                    throw new IllegalArgumentException("a batch has no quota of one cluster or one component");
                }
                step.put("resource", scope.resource().name());
            });

    static final StepField<Limit> CEILING = new StepField<>(
            List.of(new Attribute("hard", "Amount", true), new Attribute("soft", "Amount", false)),
            step -> new Limit(
                    Long.parseLong(step.get("hard")),
                    step.find("soft").map(Long::valueOf).map(OptionalLong::of).orElse(OptionalLong.empty()),
                    OptionalLong.empty()),
            (limit, step) -> {
                if (limit.burst().isPresent()) {
                    throw new IllegalArgumentException("a batch has no burst of a quota");
                }
                step.put("hard", String.valueOf(limit.hard()));
                limit.soft().ifPresent(soft -> step.put("soft", String.valueOf(soft)));
            });

    static final StepField<GranteeRef> GRANTEE = new StepField<>(
            List.of(new Attribute("user", "Text", false), new Attribute("role", "Role", false)),
            StepField::grantee,
            (grantee, step) -> {
                if (grantee instanceof GranteeRef.ToUser to) {
                    step.put("user", login(to.user()));
                } else {
                    step.put("role", ((GranteeRef.ToRole) grantee).role().name());
                }
            });

    static final StepField<QName> QNAME = new StepField<>(
            List.of(new Attribute("namespace", "xs:string", false), new Attribute("name", "Text", true)),
            step -> new QName(step.find("namespace").orElse(""), step.get("name")),
            StepField::put);

    /** A service; without the attribute the version is 1. */
    static final StepField<ServiceId> SERVICE = new StepField<>(
            List.of(
                    new Attribute("namespace", "xs:string", false),
                    new Attribute("name", "Text", true),
                    new Attribute("version", "Text", false)),
            step -> new ServiceId(
                    new QName(step.find("namespace").orElse(""), step.get("name")),
                    step.find("version").orElse("1")),
            (service, step) -> {
                put(service.name(), step);
                step.put("version", service.version());
            });

    /** Child elements {@code quota}. */
    static final StepField<Map<Resource, Long>> QUOTAS = new StepField<>(
            List.of(),
            step -> {
                Map<Resource, Long> quotas = new EnumMap<>(Resource.class);
                for (Source quota : step.children()) {
                    Resource resource = resource(quota.get("resource"));
                    if (quotas.put(resource, Long.valueOf(quota.get("hard"))) != null) {
                        throw new IllegalArgumentException("the quota of " + resource + " stands there twice");
                    }
                }
                return quotas;
            },
            (quotas, step) -> new TreeMap<>(quotas).forEach((resource, hard) -> {
                Target quota = step.child("quota");
                quota.put("resource", resource.name());
                quota.put("hard", String.valueOf(hard));
            }));

    private final List<Attribute> attributes;
    private final Reading<T> reading;
    private final Writing<T> writing;

    private StepField(List<Attribute> attributes, Reading<T> reading, Writing<T> writing) {
        this.attributes = List.copyOf(attributes);
        this.reading = requireNonNull(reading, "reading");
        this.writing = requireNonNull(writing, "writing");
    }

    /**
     * An attribute of the schema.
     *
     * @param type a simple type of the schema
     */
    record Attribute(String name, String type, boolean required) {}

    /** The element from which a step is read. */
    interface Source {
        Optional<String> find(String attribute);

        /** The value of an attribute that the schema requires. */
        default String get(String attribute) {
            return find(attribute).orElse("");
        }

        List<? extends Source> children();

        /** The bytes of the file that an attribute names. */
        Content file(String name) throws IOException;
    }

    /** The element to which a step is written. */
    interface Target {
        void put(String attribute, String value);

        Target child(String element);

        /** Stores the bytes, and returns the name of their file. */
        String file(Content content) throws IOException;
    }

    @FunctionalInterface
    private interface Reading<T> {
        T from(Source step) throws IOException;
    }

    @FunctionalInterface
    private interface Writing<T> {
        void to(T value, Target step) throws IOException;
    }

    List<Attribute> attributes() {
        return attributes;
    }

    T read(Source step) throws IOException {
        return reading.from(step);
    }

    void write(T value, Target step) throws IOException {
        writing.to(value, step);
    }

    static StepField<String> text(String name) {
        return text(name, "Text", text -> text, text -> text);
    }

    private static <T> StepField<T> text(
            String name, String type, Function<String, T> reader, Function<T, String> writer) {
        return new StepField<>(
                List.of(new Attribute(name, type, true)),
                step -> reader.apply(step.get(name)),
                (value, step) -> step.put(name, writer.apply(value)));
    }

    private static StepField<Content> file(String name) {
        return new StepField<>(
                List.of(new Attribute(name, "File", true)),
                step -> step.file(step.get(name)),
                (content, step) -> step.put(name, step.file(content)));
    }

    /** The optional form of a field. */
    private static <T> StepField<Optional<T>> optional(StepField<T> field) {
        String name = field.attributes.get(0).name();
        return new StepField<>(
                List.of(new Attribute(name, field.attributes.get(0).type(), false)),
                step -> step.find(name).isEmpty() ? Optional.empty() : Optional.of(field.read(step)),
                (value, step) -> {
                    if (value.isPresent()) {
                        field.write(value.get(), step);
                    }
                });
    }

    /** The required form of a field whose component is optional in the command and not in a batch. */
    static <T> StepField<Optional<T>> required(StepField<T> field) {
        return new StepField<>(
                field.attributes,
                step -> Optional.of(field.read(step)),
                (value, step) -> field.write(
                        value.orElseThrow(() -> new IllegalArgumentException("in a batch the attribute "
                                + field.attributes.get(0).name() + " is required")),
                        step));
    }

    private static void put(QName name, Target step) {
        if (!name.getNamespaceURI().isEmpty()) {
            step.put("namespace", name.getNamespaceURI());
        }
        step.put("name", name.getLocalPart());
    }

    private static TenantRef tenant(String text) {
        return text.startsWith("#") ? new TenantRef.CreatedBefore(text.substring(1)) : TenantRef.of(TenantId.of(text));
    }

    private static String login(UserRef user) {
        if (user instanceof UserRef.ByLogin login) {
            return login.login();
        }
        throw new IllegalArgumentException("a batch names users by their logins, not by identifiers");
    }

    private static Set<Role> roles(String names) {
        return Arrays.stream(names.strip().split("\\s+"))
                .map(Role.Level.TENANT::role)
                .collect(toUnmodifiableSet());
    }

    private static GranteeRef grantee(Source step) {
        Optional<String> user = step.find("user");
        Optional<String> role = step.find("role");
        if (user.isPresent() == role.isPresent()) {
            throw new IllegalArgumentException("a contingent is either a user's or a role's");
        }
        return user.isPresent()
                ? new GranteeRef.ToUser(UserRef.of(user.get()))
                : new GranteeRef.ToRole(Role.Level.TENANT.role(role.get()));
    }

    /** Returns the resource with the registry's spelling; the schema has no list of resources. */
    private static Resource resource(String name) {
        try {
            return Resource.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "there is no resource of that name; there are " + List.of(Resource.values()), e);
        }
    }
}
