"""Does the official Python client list, call, read, complete and page through everything?

Takes the era, then a URL or a command; says what it saw as one line of JSON.
"""

import asyncio
import json
import sys

from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp_types import PromptReference, ResourceTemplateReference


async def all_of(ask, member):
    """Every entry of a list that comes in pages, and how many pages there were."""
    found, cursor, pages = [], None, 0
    while True:
        page = await ask(cursor=cursor)
        found.extend(getattr(page, member))
        cursor, pages = page.next_cursor, pages + 1
        if cursor is None:
            return found, pages


async def main(era, where):
    server = where[0] if where[0].startswith("http") else StdioServerParameters(command=where[0], args=where[1:])
    async with Client(server, mode=era, read_timeout_seconds=30) as client:
        tools, _ = await all_of(client.list_tools, "tools")
        found = await client.call_tool("search", {"query": "ownership", "limit": 3})
        first = found.structured_content["matches"][0]
        page = await client.call_tool("read", {"page": first["id"]})
        bad = await client.call_tool("search", {"query": ""})
        resources, pages = await all_of(client.list_resources, "resources")
        page_uri = next(str(it.uri) for it in resources if str(it.uri).startswith("capstan://page/"))
        document = await client.read_resource(page_uri)
        templates, _ = await all_of(client.list_resource_templates, "resource_templates")
        reference = ResourceTemplateReference(type="ref/resource", uri=templates[0].uri_template)
        completed = await client.complete(reference, {"name": "id", "value": "own"})
        prompts, _ = await all_of(client.list_prompts, "prompts")
        filled = await client.get_prompt("answer", {"question": "why?"})
        of_prompt = PromptReference(type="ref/prompt", name="explain")
        for_prompt = await client.complete(of_prompt, {"name": "page", "value": "own"})
        said = {
            "spoken": client.protocol_version,
            "tools": [it.name for it in tools],
            "matched": first["id"],
            "read": page.content[0].text,
            "refused": bad.is_error and json.loads(bad.content[0].text)["tag"],
            "resources": len(resources),
            "pages": pages,
            "document": document.contents[0].text,
            "completed": completed.completion.values,
            "completedForPrompt": for_prompt.completion.values,
            "prompts": [it.name for it in prompts],
            "filled": filled.messages[0].content.text,
        }
    print(json.dumps(said))


asyncio.run(main(sys.argv[1], sys.argv[2:]))
