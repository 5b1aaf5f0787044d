package org.esbmt.administration.rest.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.esbmt.administration.rest.internal.RestBus;
import org.esbmt.administration.rest.internal.RestBus.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tenants and their users, over the managers. */
class TenantsOverRestTest {
    @TempDir
    Path data;

    private RestBus bus;
    private String acme;

    @BeforeEach
    void createTenant() throws Exception {
        bus = new RestBus(data);
        acme = bus.tenant("acme");
    }

    @Test
    void aCreatedTenantHasItsAddress() {
        Answer created = bus.as("ada")
                .json("{'name': 'bolt', 'displayName': 'Bolt & Co', 'administratorLogin': 'boss', 'password': '"
                        + RestBus.PASSWORD + "'}")
                .post("/tenants")
                .is(201);

        String bolt = created.text("tenantId");
        assertThat(created.header("Location")).contains(RestBus.BASE + "/tenants/" + bolt);
        assertThat(created.header("Content-Type")).contains("application/json");
        assertThat(created.header("Content-Length")).contains(String.valueOf(created.bytes().length));
        assertThat(created.header("Cache-Control")).contains("no-store");
        assertThat(created.object())
                .containsEntry("displayName", "Bolt & Co")
                .containsEntry("login", "boss")
                .doesNotContainKey("password");
        assertThat(bus.published.bus.admit("bolt/boss", RestBus.PASSWORD)).isPresent();
        assertThat(bus.published.lastBy().orElseThrow().adapter()).isEqualTo("rest");
    }

    @Test
    void aTenantIsFoundByNameAndIdentifierWithOneTag() {
        Answer byName = bus.as("ada").get("/tenants/acme").is(200);
        Answer byId = bus.as("ada").get("/tenants/" + acme).is(200);

        assertThat(byName.object()).isEqualTo(byId.object()).containsEntry("etag", byId.tag());
        assertThat(byId.tag()).startsWith("\"1-").isEqualTo(byName.tag());
        bus.as("ada").get("/tenants/none").refuses(404, "not-found", "there is no tenant 'none'");
    }

    @Test
    void theTagOfTheStateIsTheConditionOfAChange() {
        String seen = bus.as("ada").get("/tenants/acme").tag();

        Answer suspended = bus.as("ada")
                .with("If-Match", seen)
                .post("/tenants/" + acme + "/suspend")
                .is(200);

        assertThat(suspended.text("state")).isEqualTo("SUSPENDED");
        assertThat(suspended.tag()).startsWith("\"2-");
        bus.as("ada")
                .with("If-Match", seen)
                .post("/tenants/" + acme + "/resume")
                .refuses(412, "stale", "at revision 2");
        bus.as("ada").with("If-Match", "*").post("/tenants/" + acme + "/resume").is(200);
    }

    @Test
    void aChangeWithoutARevisionIsRefusedBeforeItsBodyIsRead() {
        Answer refused = bus.as("ada")
                .json("{'unknown'")
                .post("/tenants/" + acme + "/suspend")
                .refuses(428, "precondition-required", "GET " + RestBus.BASE + "/tenants/" + acme + " answers");

        assertThat(refused.text("who")).startsWith("you to send If-Match");
        bus.as("ada")
                .post("/tenants/" + acme + "/suspend?dryRun=true")
                .refuses(428, "precondition-required", "If-Match");
        assertThat(bus.as("ada").get("/tenants/acme").text("state")).isEqualTo("ACTIVE");
    }

    @Test
    void theTagOfAnotherTenantNeverFits() {
        bus.tenant("bolt");
        String other = bus.as("ada").get("/tenants/bolt").tag();
        String user = (String) bus.as("acme/boss")
                .get("/tenants/" + acme + "/users")
                .items()
                .get(0)
                .get("etag");

        for (String tag : List.of(other, user, "\"1\"", "\"1-0123456789abcdef\"", "W/" + other, "\"\"")) {
            bus.as("ada")
                    .with("If-Match", tag)
                    .post("/tenants/" + acme + "/suspend")
                    .refuses(412, "stale", "none of this object");
        }
        assertThat(bus.as("ada").get("/tenants/acme").text("state")).isEqualTo("ACTIVE");
    }

    @Test
    void aConditionThatIsNoneOfTheOperationIsRefused() {
        for (String malformed : List.of("1", "\"a\", \"b\"", "", "\"a", "abc")) {
            Answer refused = bus.as("ada")
                    .with("If-Match", malformed)
                    .post("/tenants/" + acme + "/suspend")
                    .refuses(400, "invalid", "one entity tag");
            assertThat(refused.fields()).containsExactly("If-Match");
        }
        bus.as("ada").with("If-Match", "\"a\"").get("/tenants/acme").refuses(400, "invalid", "compares no entity tag");
        bus.as("ada")
                .with("If-Match", "*")
                .with("If-Match", "*")
                .post("/tenants/" + acme + "/suspend")
                .refuses(400, "invalid", "twice");
        bus.as("ada")
                .anyRevision()
                .with("If-None-Match", "*")
                .post("/tenants/" + acme + "/suspend")
                .refuses(400, "invalid", "no condition");
    }

    @Test
    void anUnchangedStateIsNotSentAgain() {
        String tag = bus.as("ada").get("/tenants/acme").tag();

        Answer again = bus.as("ada").with("If-None-Match", "\"x\", " + tag).get("/tenants/acme");

        assertThat(again.is(304).bytes()).isEmpty();
        assertThat(again.header("Content-Length")).isEmpty();
        bus.as("ada").with("If-None-Match", "W/" + tag).get("/tenants/acme").is(304);
        bus.as("ada").with("If-None-Match", "*").get("/tenants/acme").is(304);
        bus.as("ada").with("If-None-Match", "\"x\"").get("/tenants/acme").is(200);
    }

    @Test
    void aRepetitionUnderItsKeyHasTheFirstOutcome() {
        UUID key = UUID.randomUUID();
        String body = "{'login': 'nina', 'password': '" + RestBus.PASSWORD + "', 'roles': ['TENANT_USER']}";
        String users = "/tenants/" + acme + "/users";

        Answer first = bus.as("acme/boss")
                .with("Idempotency-Key", key.toString())
                .json(body)
                .post(users)
                .is(201);
        Answer again = bus.as("acme/boss")
                .with("Idempotency-Key", "\"" + key + "\"")
                .json(body)
                .post(users)
                .is(201);

        assertThat(again.object()).isEqualTo(first.object());
        assertThat(again.header("Operation-Id")).contains(key.toString());
        bus.as("acme/boss")
                .with("Idempotency-Key", key.toString())
                .json(body.replace("nina", "olga"))
                .post(users)
                .refuses(409, "conflict", key.toString());
        bus.as("acme/boss").with("Idempotency-Key", "7").json(body).post(users).refuses(400, "invalid", "is a UUID");
        assertThat(bus.as("acme/boss").get(users).number("total")).isEqualTo(2);
    }

    @Test
    void aRequestWithoutAKeyHasAnIdentifierOfItsOwn() {
        Answer suspended = bus.as("ada")
                .anyRevision()
                .post("/tenants/" + acme + "/suspend")
                .is(200);

        String id = suspended.header("Operation-Id").orElseThrow();
        assertThat(bus.published.calls())
                .extracting(PublishedServices.Call::by)
                .contains(new Administrator("ada", "rest").asking(UUID.fromString(id)));
        Answer shown = bus.as("ada").get("/operations/" + id).is(200);
        assertThat(shown.text("operationId")).isEqualTo(id);
        assertThat(bus.as("ada").get("/tenants/acme").header("Operation-Id")).isEmpty();
        Answer refused = bus.as("ada")
                .anyRevision()
                .post("/tenants/" + acme + "/suspend")
                .refuses(409, "conflict", "It is for ");
        assertThat(refused.header("Operation-Id")).contains(refused.text("operation"));
    }

    @Test
    void aDryRunTellsThePlanAndChangesNothing() {
        Answer plan = bus.as("ada")
                .with("If-Match", bus.as("ada").get("/tenants/acme").tag())
                .post("/tenants/" + acme + "/suspend?dryRun=true")
                .is(200);

        assertThat(plan.list("steps")).hasSize(1);
        assertThat(plan.text("operationId"))
                .isEqualTo(plan.header("Operation-Id").orElseThrow());
        assertThat(bus.as("ada").get("/tenants/acme").text("state")).isEqualTo("ACTIVE");
        bus.as("ada")
                .anyRevision()
                .post("/tenants/" + acme + "/suspend?dryRun=yes")
                .refuses(400, "invalid", "true or false");
        bus.as("ada")
                .json("{'login': 'x', 'password': '" + RestBus.PASSWORD + "', 'roles': ['SRE']}")
                .post("/system-users?dryRun=true")
                .refuses(400, "invalid", "no parameter 'dryRun'");
    }

    @Test
    void pagesFollowTheirCursor() {
        for (String name : List.of("bolt", "cord", "dune", "edge")) {
            bus.tenant(name);
        }

        Answer first = bus.as("ada").get("/tenants?limit=2").is(200);
        Answer second =
                bus.as("ada").get("/tenants?limit=2&next=" + first.text("next")).is(200);
        Answer third = bus.as("ada")
                .get("/tenants?limit=2&next=" + second.text("next"))
                .is(200);

        assertThat(List.of(names(first), names(second), names(third)))
                .containsExactly(List.of("acme", "bolt"), List.of("cord", "dune"), List.of("edge"));
        assertThat(first.object()).containsEntry("total", 5L).containsEntry("totalExact", true);
        assertThat(third.object()).doesNotContainKey("next");
        Answer users =
                bus.as("acme/boss").get("/tenants/" + acme + "/users?limit=1").is(200);
        assertThat(users.object()).doesNotContainKey("next");
    }

    private static List<Object> names(Answer page) {
        return page.items().stream().map(item -> item.get("name")).toList();
    }

    @Test
    void aCursorOfAnotherListOrNoneIsRefused() {
        for (String next : List.of("x", "bzA=", "bjE", "b-1", "%00", "b05")) {
            bus.as("acme/boss")
                    .get("/tenants/" + acme + "/users?next=" + next)
                    .refuses(400, "invalid", "a page of this list had");
        }
        bus.as("ada").get("/tenants?offset=1").refuses(400, "invalid", "no parameter 'offset'");
        bus.as("ada").get("/tenants?nameAfter=a").refuses(400, "invalid", "no parameter 'nameAfter'");
        assertThat(bus.as("ada")
                        .get("/tenants?limit=0")
                        .refuses(400, "invalid", "limit must be")
                        .fields())
                .isEmpty();
    }

    @Test
    void filtersAreParameters() {
        bus.tenant("bolt");
        bus.as("ada").anyRevision().post("/tenants/" + acme + "/suspend").is(200);

        assertThat(names(bus.as("ada").get("/tenants?state=SUSPENDED"))).containsExactly("acme");
        assertThat(names(bus.as("ada").get("/tenants?nameContains=ol&state="))).containsExactly("bolt");
        Answer refused = bus.as("ada").get("/tenants?state=suspended").refuses(400, "invalid", "state is one of");
        assertThat(refused.fields()).containsExactly("state");
    }

    @Test
    void rolesAndLocksOfAUserHaveTheUsersTag() {
        Answer nina = bus.as("acme/boss")
                .json("{'login': 'nina', 'password': '" + RestBus.PASSWORD + "', 'roles': ['TENANT_USER']}")
                .post("/tenants/" + acme + "/users")
                .is(201);
        String user = "/tenants/" + acme + "/users/" + nina.text("userId");
        assertThat(nina.header("Location")).contains(RestBus.BASE + user);

        Answer operator = bus.as("acme/boss")
                .with("If-Match", nina.tag())
                .json("{'role': 'TENANT_OPERATOR'}")
                .post(user + "/roles")
                .is(200);
        Answer back = bus.as("acme/boss")
                .with("If-Match", operator.tag())
                .delete(user + "/roles/TENANT_OPERATOR")
                .is(200);
        Answer locked = bus.as("acme/boss")
                .with("If-Match", back.tag())
                .post(user + "/lock")
                .is(200);
        assertThat(locked.text("state")).isEqualTo("LOCKED");
        Answer removed =
                bus.as("acme/boss").with("If-Match", locked.tag()).delete(user).is(200);
        assertThat(removed.text("state")).isEqualTo("REVOKED");
        Answer found =
                bus.as("acme/boss").get("/tenants/" + acme + "/logins/nina").is(200);
        assertThat(found.tag()).isEqualTo(removed.tag());
    }

    @Test
    void aContactHasATagWithTheTenantOfThePath() {
        String contact = "/tenants/" + acme + "/contacts/J%C3%BCrgen%20M.";

        bus.as("ada").json("{}").put(contact).refuses(428, "precondition-required", "or with * for any revision");
        Answer set = bus.as("ada")
                .anyRevision()
                .json("{'kind': 'SECURITY', 'address': 'j@acme.example'}")
                .put(contact)
                .is(200);

        Answer listed = bus.as("ada").get("/tenants/" + acme + "/contacts").is(200);
        assertThat(listed.items().get(0))
                .containsEntry("name", "J\u00fcrgen M.")
                .containsEntry("etag", set.tag());
        assertThat(bus.as("ada")
                        .with("If-Match", set.tag())
                        .delete(contact)
                        .is(204)
                        .bytes())
                .isEmpty();
    }

    @Test
    void aHeadIsAGetWithoutBytes() {
        Answer get = bus.as("ada").get("/tenants/acme").is(200);

        Answer head = bus.as("ada").send("HEAD", "/tenants/acme").is(200);

        assertThat(head.bytes()).isEmpty();
        assertThat(head.header("Content-Length"))
                .isEqualTo(get.header("Content-Length"))
                .contains(String.valueOf(get.bytes().length));
        assertThat(head.tag()).isEqualTo(get.tag());
    }

    @Test
    void everyoneChangesTheOwnPassword() {
        bus.as("acme/boss")
                .json("{'currentPassword': '" + RestBus.PASSWORD + "', 'newPassword': 'another long password'}")
                .post("/me/password")
                .is(204);

        assertThat(bus.published.bus.admit("acme/boss", "another long password"))
                .isPresent();
        assertThat(bus.as("acme/boss").get("/me").is(200).text("login")).isEqualTo("acme/boss");
    }
}
