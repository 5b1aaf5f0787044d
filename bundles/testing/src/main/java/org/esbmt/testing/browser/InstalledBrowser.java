package org.esbmt.testing.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A browser of this machine, driven by this machine's Node.js. {@code ESBMT_BROWSER} is a path, {@code required} or
 * {@code none}.
 */
public final class InstalledBrowser implements AutoCloseable {
    /** The reason of a skipped test. */
    public static final String SKIPPED = "no browser on this machine: install Debian's packages chromium and nodejs, or"
            + " set ESBMT_BROWSER to the path of a Chromium";

    private final Playwright playwright;
    private final Browser browser;

    private InstalledBrowser(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    private static String setting() {
        return System.getenv().getOrDefault("ESBMT_BROWSER", "");
    }

    private static Optional<Path> chromium() {
        return setting().equals("none")
                ? Optional.empty()
                : executable(Stream.of(
                        setting().replace("required", ""),
                        "/usr/bin/chromium",
                        "/usr/bin/chromium-browser",
                        "/usr/bin/google-chrome"));
    }

    private static Optional<Path> node() {
        return executable(Stream.of(System.getenv("PATH").split(":", -1)).map(folder -> folder + "/node"));
    }

    private static Optional<Path> executable(Stream<String> names) {
        return names.filter(name -> !name.isEmpty())
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Returns true if a test must not be skipped: with a browser, or if one is required. Else it prints the reason. */
    public static boolean isThere() {
        boolean there =
                (chromium().isPresent() && node().isPresent()) || setting().equals("required");
        if (!there) {
            System.err.println("SKIPPED: " + SKIPPED); // Surefire prints no reason
        }
        return there;
    }

    public static InstalledBrowser start() {
        Path chromium = chromium().orElseThrow(() -> new AssertionError("there is no browser"));
        Path node = node().orElseThrow(() -> new AssertionError("there is no Node.js"));
        Playwright playwright = Playwright.create(new Playwright.CreateOptions()
                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1", "PLAYWRIGHT_NODEJS_PATH", node.toString())));
        try {
            return new InstalledBrowser(
                    playwright,
                    playwright
                            .chromium()
                            .launch(new BrowserType.LaunchOptions()
                                    .setExecutablePath(chromium)
                                    .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage"))));
        } catch (RuntimeException e) {
            playwright.close();
            throw e;
        }
    }

    public Browser browser() {
        return browser;
    }

    @Override
    public void close() {
        playwright.close();
    }
}
