package org.esbmt.administration.console.internal.web;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.console.internal.text.Texts;
import org.esbmt.administration.console.internal.view.Cell.Deed;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** A request of a logged-in administrator, as the pages see it. Confined to one thread. */
public final class Call {
    /** The entries of a page of a list. */
    public static final int PAGE = 50;
    /** The hidden field with the identifier of a change, which makes a second click harmless. */
    public static final String OPERATION = "operation";
    /** The hidden field with the revision of the object that the administrator has seen. */
    public static final String REVISION = "revision";
    /** The field with the administrator's own password, given again. */
    public static final String CONFIRMATION = "confirmation";
    /** The hidden field with the identifier of the form. */
    public static final String FORM = "form";

    private final Texts texts;
    private final Links links;
    private final Visitor visitor;
    private final String path;
    private final Map<String, String> variables;
    private final Values query;
    private final Values form;
    private final Map<String, List<Upload>> files;
    private final Confirmation confirmation;

    Call(
            Texts texts,
            Links links,
            Visitor visitor,
            String path,
            Map<String, String> variables,
            Values query,
            Values form,
            Map<String, List<Upload>> files,
            Confirmation confirmation) {
        this.texts = requireNonNull(texts, "texts");
        this.links = requireNonNull(links, "links");
        this.visitor = requireNonNull(visitor, "visitor");
        this.path = requireNonNull(path, "path");
        this.variables = Map.copyOf(variables);
        this.query = requireNonNull(query, "query");
        this.form = requireNonNull(form, "form");
        this.files = Map.copyOf(files);
        this.confirmation = requireNonNull(confirmation, "confirmation");
    }

    public Visitor visitor() {
        return visitor;
    }

    /** The administrator, for a query. */
    public Administrator by() {
        return visitor.by();
    }

    /** The administrator, for the change of this form: with its identifier and the revision that it has seen. */
    public Administrator changing() throws AdministrationException {
        Administrator by = visitor.by();
        Optional<String> operation = form.given(OPERATION);
        if (operation.isPresent()) {
            by = by.asking(read(operation.get(), UUID::fromString, "operation"));
        }
        Optional<String> revision = form.given(REVISION);
        if (revision.isPresent()) {
            by = by.expecting(read(revision.get(), Long::parseLong, "revision"));
        }
        return by;
    }

    /** Returns true while a password that was given again still counts, so that a form need not ask for it. */
    public boolean isConfirmed() {
        return confirmation.counts();
    }

    /** Requires the password of {@link #CONFIRMATION}, unless one still counts. */
    void confirm() throws AdministrationException {
        if (!isConfirmed()) {
            confirmPassword();
        }
    }

    /**
     * Requires the password of {@link #CONFIRMATION} in any case, for a change that needs the password itself.
     *
     * @throws AdministrationException INVALID if it is wrong
     */
    public String confirmPassword() throws AdministrationException {
        String password = form.text(CONFIRMATION);
        confirmation.check(password);
        return password;
    }

    /** The text of a key in the language of the page. */
    public String text(String key, Object... with) {
        return texts.of(key, with);
    }

    /** Returns true if there is a text of the key. */
    public boolean has(String key) {
        return texts.has(key);
    }

    /** The address of another page. */
    public String link(String... segments) {
        return links.to(segments);
    }

    /** Links to the pages of a tenant. */
    public List<Deed> tenantPages(TenantId tenant) {
        return Menu.ofTenant(visitor, tenant.toString(), links, texts);
    }

    /** The path of this page, without its query. */
    public String path() {
        return path;
    }

    public Values query() {
        return query;
    }

    public Values form() {
        return form;
    }

    /** A segment of the path, by the name in the route. */
    public String segment(String name) {
        return requireNonNull(variables.get(name), name);
    }

    /** The tenant of the path. */
    public TenantId tenant() throws AdministrationException {
        return identified(segment("tenant"), TenantId::of);
    }

    /** The user of the path. */
    public UserId user() throws AdministrationException {
        return identified(segment("user"), UserId::of);
    }

    /** Reads an identifier of the path. Any other text names nothing. */
    public <T> T identified(String text, Function<String, T> reader) throws AdministrationException {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException e) {
            throw new AdministrationException(
                    Reason.NOT_FOUND, AdministrationException.told("There is no such page", Reason.NOT_FOUND.who()), e);
        }
    }

    /** A name in the address of the page or in the form of a change: an object whose page this is. */
    public String named(String name) {
        return form.given(name).or(() -> query.given(name)).orElse("");
    }

    /** The file of a field, which must be chosen. */
    public Upload file(String name) throws AdministrationException {
        return optionalFile(name).orElseThrow(() -> invalid("no file was chosen"));
    }

    public Optional<Upload> optionalFile(String name) {
        return files.getOrDefault(name, List.of()).stream().findFirst();
    }

    /** All files of a field. */
    public List<Upload> files(String name) {
        return files.getOrDefault(name, List.of());
    }

    /** Reads a number of the form. */
    public long number(String name) throws AdministrationException {
        return read(form.text(name).strip(), Long::parseLong, name);
    }

    /** Reads a number of the form that may be absent. */
    public OptionalLong optionalNumber(String name) throws AdministrationException {
        return form.given(name).isPresent() ? OptionalLong.of(number(name)) : OptionalLong.empty();
    }

    private static <T> T read(String text, Function<String, T> reader, String name) throws AdministrationException {
        try {
            return reader.apply(text);
        } catch (NumberFormatException e) {
            throw invalid(name + " is a whole number, not '" + text + "'");
        } catch (IllegalArgumentException e) {
            throw invalid(name + " is not '" + text + "'");
        }
    }

    /** Makes a value of the form. Its class states the rule that the value breaks. */
    public <T> T made(Supplier<T> value) throws AdministrationException {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw invalid(String.valueOf(e.getMessage()));
        }
    }

    /** A refusal of the form's content. */
    public static AdministrationException invalid(String sentence) {
        return new AdministrationException(
                Reason.INVALID, AdministrationException.told(sentence, Reason.INVALID.who()));
    }

    /** The page of a list that the address asks for. */
    public PageRequest page() {
        return page(PAGE);
    }

    public PageRequest page(int size) {
        return new PageRequest(offset(), size);
    }

    private int offset() {
        String text = query.text("offset");
        return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
    }
}
