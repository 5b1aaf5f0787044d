package org.esbmt.administration.rest.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.esbmt.administration.rest.RestAnswer;
import org.esbmt.administration.rest.RestApi;
import org.esbmt.administration.rest.RestRequest;
import org.esbmt.administration.rest.internal.call.CatalogueRestApi;

/** The API over the managers, and its client. The administrator of the installation is ada. */
public final class RestBus {
    public static final String BASE = "https://bus.example/api/v1";
    public static final String JSON = "application/json";
    public static final String PASSWORD = "a long password of theirs";

    /** The text that stands for the OpenAPI document. */
    public static final String DOCUMENT = "{\"openapi\": \"3.1.1\"}";

    public final PublishedServices published;
    private final RestApi api;

    public RestBus(Path data) throws Exception {
        published = new PublishedServices(data, "ada");
        Services services = new Services();
        Catalogue.entries().stream().map(Entry::service).distinct().forEach(type -> add(services, type));
        api = new CatalogueRestApi(DOCUMENT.getBytes(UTF_8), () -> services);
    }

    private <S> void add(Services services, Class<S> type) {
        services.with(type, published.of(type));
    }

    public RestApi api() {
        return api;
    }

    /** A client that is logged in. */
    public Client as(String login) {
        return new Client(api, login);
    }

    /** Creates a tenant with the administrator boss, and returns its identifier. */
    public String tenant(String name) {
        return as("ada")
                .json("{'name': '%s', 'administratorLogin': 'boss', 'password': '%s'}".formatted(name, PASSWORD))
                .post("/tenants")
                .is(201)
                .text("tenantId");
    }

    /** A request that is made once. */
    public static final class Client {
        private final RestApi api;
        private final Administrator by;
        private final Map<String, List<String>> headers = new HashMap<>();
        private InputStream body = InputStream.nullInputStream();

        public Client(RestApi api, String login) {
            this(api, new Administrator(login, RestRequest.ADAPTER));
        }

        public Client(RestApi api, Administrator by) {
            this.api = api;
            this.by = by;
        }

        public Client with(String header, String value) {
            headers.computeIfAbsent(header.toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(value);
            return this;
        }

        /** A change of any revision. */
        public Client anyRevision() {
            return with("If-Match", "*");
        }

        /** A body in JSON; apostrophes stand for quotation marks. */
        public Client json(String text) {
            return body(JSON, text.replace('\'', '"').getBytes(UTF_8));
        }

        public Client body(String type, byte[] bytes) {
            return body(type, new ByteArrayInputStream(bytes));
        }

        public Client body(String type, InputStream bytes) {
            body = bytes;
            return with("Content-Type", type);
        }

        public Answer get(String target) {
            return send("GET", target);
        }

        public Answer post(String target) {
            return send("POST", target);
        }

        public Answer put(String target) {
            return send("PUT", target);
        }

        public Answer delete(String target) {
            return send("DELETE", target);
        }

        /** Sends a path, with a query after the first question mark. */
        public Answer send(String method, String target) {
            int end = target.indexOf('?');
            String path = end < 0 ? target : target.substring(0, end);
            Optional<String> query = end < 0 ? Optional.empty() : Optional.of(target.substring(end + 1));
            try {
                return new Answer(api.answer(new RestRequest(method, BASE, path, query, headers, body, by)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** An answer, read to its end. */
    public static final class Answer {
        private final RestAnswer answer;
        private final byte[] bytes;

        Answer(RestAnswer answer) throws IOException {
            this.answer = answer;
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            answer.body().writeTo(out);
            this.bytes = out.toByteArray();
        }

        public int status() {
            return answer.status();
        }

        /** The names of all header fields. */
        public Set<String> headers() {
            return Set.copyOf(answer.headers().keySet());
        }

        /** The reason of a refusal, as the contract names it; empty for a success. */
        public Optional<String> reason() {
            if (answer.status() < 400) {
                return Optional.empty();
            }
            String type = text("type");
            return Optional.of(type.substring(type.lastIndexOf(':') + 1)
                    .toUpperCase(Locale.ROOT)
                    .replace('-', '_'));
        }

        public Answer is(int status) {
            assertThat(answer.status()).as(body()).isEqualTo(status);
            return this;
        }

        /** A refusal with this status and reason, whose sentence contains a text. */
        public Answer refuses(int status, String reason, String part) {
            is(status);
            assertThat(header("Content-Type")).contains("application/problem+json");
            assertThat(text("type")).isEqualTo("urn:esbmt:problem:" + reason);
            assertThat(number("status")).isEqualTo(status);
            assertThat(text("detail")).contains(part).endsWith("It is for " + text("who") + ".");
            return this;
        }

        /** The fields that the findings of a refusal name. */
        public List<String> fields() {
            return list("findings").stream()
                    .map(finding -> (String) ((Map<?, ?>) finding).get("field"))
                    .toList();
        }

        public Optional<String> header(String name) {
            return Optional.ofNullable(answer.headers().get(name));
        }

        public String tag() {
            return header("ETag").orElseThrow(() -> new AssertionError("no entity tag"));
        }

        public byte[] bytes() {
            return bytes.clone();
        }

        public String body() {
            return new String(bytes, UTF_8);
        }

        public Map<String, Object> object() {
            return JsonValues.object(body());
        }

        public String text(String field) {
            return (String) object().get(field);
        }

        public long number(String field) {
            return (Long) object().get(field);
        }

        @SuppressWarnings("unchecked")
        public List<Object> list(String field) {
            return (List<Object>) object().get(field);
        }

        /** The items of a list. */
        @SuppressWarnings("unchecked")
        public List<Map<String, Object>> items() {
            return (List<Map<String, Object>>) (List<?>) list("items");
        }
    }
}
