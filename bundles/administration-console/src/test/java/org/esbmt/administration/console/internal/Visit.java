package org.esbmt.administration.console.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.util.List;
import org.htmlunit.HttpMethod;
import org.htmlunit.WebClient;
import org.htmlunit.WebRequest;
import org.htmlunit.html.HtmlButton;
import org.htmlunit.html.HtmlCheckBoxInput;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlFileInput;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSelect;
import org.htmlunit.html.HtmlTextArea;

/** A browser without scripts. */
final class Visit implements AutoCloseable {
    private final ConsoleServer server;
    final WebClient client = new WebClient();
    private HtmlPage page;

    Visit(ConsoleServer server) {
        this.server = server;
        client.getOptions().setJavaScriptEnabled(false);
        client.getOptions().setCssEnabled(false);
        client.getOptions().setThrowExceptionOnFailingStatusCode(false);
    }

    /** Logs in, starting at the first page. */
    static Visit as(ConsoleServer server, String login, String password) throws IOException {
        Visit visit = new Visit(server);
        visit.open("");
        visit.logIn(login, password);
        assertThat(visit.page.getUrl().getPath()).doesNotContain("login");
        return visit;
    }

    Visit logIn(String login, String password) throws IOException {
        return form("login").type("login", login).type("password", password).send();
    }

    Visit open(String path) throws IOException {
        page = client.getPage(server.url(path));
        return this;
    }

    /** Follows the first link with this text. */
    Visit follow(String text) throws IOException {
        page = page.getAnchorByText(text).click();
        return this;
    }

    /** The whole address of a page. */
    String address(String path) {
        return server.url(path);
    }

    HtmlPage page() {
        return page;
    }

    String text() {
        return page.asNormalizedText();
    }

    int status() {
        return page.getWebResponse().getStatusCode();
    }

    String path() {
        return page.getUrl().getPath();
    }

    /** The value of a password that is shown. */
    String secret() {
        return page.getHtmlElementById("secret-value").getTextContent();
    }

    List<HtmlForm> forms() {
        return page.getForms();
    }

    Filling form(String id) {
        return new Filling(page.getHtmlElementById(id));
    }

    /** The status of an answer of any type. */
    int statusOf(String path) throws IOException {
        return client.getPage(server.url(path)).getWebResponse().getStatusCode();
    }

    /** Sends a body as another page would, with this Origin. */
    int post(String path, String type, String body, String origin) throws IOException {
        WebRequest request = new WebRequest(new URL(server.url(path)), HttpMethod.POST);
        request.setAdditionalHeader("Content-Type", type);
        request.setAdditionalHeader("Origin", origin);
        request.setRequestBody(body);
        page = client.getPage(request);
        return status();
    }

    @Override
    public void close() {
        client.close();
    }

    /** A form that is filled in. */
    final class Filling {
        private final HtmlForm form;

        Filling(HtmlElement form) {
            this.form = (HtmlForm) form;
        }

        Filling type(String name, String value) {
            HtmlElement field = form.getFirstByXPath(
                    ".//textarea[@name='" + name + "'] | .//input[@name='" + name + "'][not(@type='hidden')]");
            if (field instanceof HtmlTextArea area) {
                area.setText(value);
            } else {
                ((HtmlInput) field).setValue(value);
            }
            return this;
        }

        Filling choose(String name, String value) {
            if (form.getFirstByXPath(".//select[@name='" + name + "']") instanceof HtmlSelect select) {
                select.setSelectedAttribute(value, true);
            } else {
                HtmlCheckBoxInput box = form.getFirstByXPath(".//input[@name='" + name + "'][@value='" + value + "']");
                box.setChecked(true);
            }
            return this;
        }

        Filling attach(String name, File... files) {
            HtmlFileInput input = form.getInputByName(name);
            input.setFiles(files);
            return this;
        }

        Visit send() throws IOException {
            HtmlButton button = form.getFirstByXPath(".//button");
            page = button.click();
            return Visit.this;
        }
    }
}
